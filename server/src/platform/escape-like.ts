/** A text that stands for itself in a pattern of LIKE. */
export const escapeLike = (text: string): string => text.replace(/[\\%_]/g, '\\$&')
