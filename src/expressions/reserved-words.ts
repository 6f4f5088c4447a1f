const WORDS = new Set(['in', 'true', 'false', 'null'])
const RESERVED = new Set(
  'as break const continue else for function if import let loop package namespace return var void while'.split(' '),
)

/** Whether a name is a word of the language, so it can't be a variable or field. */
export const isWord = (name: string): boolean => WORDS.has(name)
/** Whether a name is kept for other languages, so it can be a field but no variable. */
export const isReserved = (name: string): boolean => RESERVED.has(name)
