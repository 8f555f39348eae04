import type { Face } from '../face';

export default {} as Face;
