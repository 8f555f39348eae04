/** Quick reactions: a message of the chat that is nothing but one of these is drawn as a face. */
export const FACES = { glad: '🙂', laugh: '😂', wow: '😮', think: '🤔', ouch: '😣', sly: '😏' } as const;
export type FaceName = keyof typeof FACES;
export const FACE_NAMES = Object.keys(FACES) as FaceName[];

export const faceOf = (text: string): FaceName | undefined => FACE_NAMES.find((name) => FACES[name] === text);
