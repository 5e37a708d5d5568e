import { textsIn } from './texts-in.ts'

/** Texts of the contract that only staff see. */
export default textsIn()
