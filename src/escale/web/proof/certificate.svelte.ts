/** The proof at work, for screens: what was found so far, and what it comes to. */
import { ownSalt } from '../wire/salts';
import { prove, type Finding, type MatchFile, type Questions } from './proof';

export type Outcome = 'unchecked' | 'checking' | 'holds' | 'broken' | 'unreachable';

export class Certificate {
  outcome = $state<Outcome>('unchecked');
  findings = $state.raw<Finding[]>([]);
  expected = $state(0); // draws
  draws = $derived(this.findings.filter((one) => one.about === 'draw'));
  problems = $derived(this.findings.filter((one) => one.reason));
  salts = $derived(this.findings.filter((one) => one.about === 'salt').filter((one) => one.person || one.reason));
  brought = $derived(this.findings.filter((one) => one.about === 'brought'));
  /** A person's salt is in all draws. Whoever brought a match from elsewhere may have invented what was played there. */
  witnessed = $derived(!this.brought.length && this.salts.some((one) => one.person && one.salted));

  /** `slowly`: one finding a frame, so that whoever asked can watch. */
  async check(load: () => Promise<MatchFile>, questions: Questions, slowly = false): Promise<void> {
    if (this.outcome === 'checking') return;
    this.outcome = 'checking';
    this.findings = [];
    this.expected = questions.size;
    let file: MatchFile;
    try {
      file = await load();
    } catch {
      this.outcome = 'unreachable';
      return;
    }
    const found: Finding[] = [];
    for await (const one of prove(file, questions, undefined, ownSalt)) {
      found.push(one);
      if (!slowly) continue;
      this.findings = [...found];
      await new Promise(requestAnimationFrame);
    }
    this.findings = found;
    this.outcome = this.problems.length ? 'broken' : 'holds';
  }
}
