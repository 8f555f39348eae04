"""Prefixes and suffixes that make one French word out of another."""

from __future__ import annotations

from tools.lexicons.reading import Affixes

AFFIXES = Affixes(
    prefixes=tuple(
        "a ac ad af ag al ap ar as at anté anti archi auto bi bio circon co col com con contre cor "
        "cyber dé des dés dis dys é em en entre ex extra hyper hypo il im in infra inter intra ir "
        "mal mé més mi mini mono multi néo non omni para per péri photo poly post pour pré pro "
        "pseudo r re ré res ressur sou sous sub super sur sus télé thermo trans tres tri ultra uni "
        "vice électro hydro macro méga micro radio socio psycho".split()
    ),
    suffixes=tuple(
        "er ir re oir ger ier iser ifier oyer ailler iller eter eler oter onner iner asser ation "
        "ition tion ution sion xion ion aison ison ement iment ment age issage ure ture ature "
        "ance ence issance ande ade aille ail al ée é i ie erie rie esse ise ice té ité eté itude "
        "eur teur ateur iteur trice atrice euse isseur seur oire atoire itoire ière ère iste isme "
        "ien ienne éen ais ois ain aine in ine an on en eau elle et ette ot otte eux ueux ieux if "
        "ive atif itif able ible uble el iel uel ial aire ique atique ant ent issant ard aud âtre "
        "u e aste esque iaire ulaire eraie aie logie logue logiste logique graphie graphe "
        "graphique mètre métrie amment emment ément isation ification ificateur asse ace iche ole "
        "ule cule culteur culture".split()
    ),
)

# Words of grammar. Lexique makes nouns and adverbs of some ("le pour et le contre"), which would
# give them kin.
GRAMMAR = frozenset(
    "à afin ailleurs ainsi alors après assez au aucun auprès auquel aussi autant autour aux avant "
    "avec car ce ceci cela celle celles celui cependant certes ces cet cette ceux chacun chaque "
    "chez combien comme comment contre ça dans davantage de dehors déjà delà depuis derrière des "
    "dès désormais dessous dessus devant donc dont du durant elle elles en encore enfin ensuite "
    "entre envers et eux guère hélas hier hormis hors ici il ils jadis jamais je jusque là la "
    "laquelle le lequel les leur loin lors lorsque lui ma maintenant mais malgré me même mes mien "
    "moi moins mon naguère ne néanmoins ni non nos notre nôtre nous on or ou où oui outre par "
    "parce parfois parmi pas pendant peu plus plusieurs plutôt point pour pourquoi pourtant près "
    "presque puis puisque quand quant que quel quelque qui quiconque quoi quoique rien sa sans "
    "sauf se selon ses si sien sinon sitôt soi son sous souvent sur ta tandis tant te tel tes tien "
    "toi ton tôt toujours toutefois très trop tu un une vers via voici voilà vos votre vôtre vous "
    "y".split()
)
