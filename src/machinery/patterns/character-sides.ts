import { ASSERTIONS } from './pattern-program'

/** Kinds of character on either side of a text position. */
export const [EDGE, NEWLINE, WORD, OTHER] = [0, 1, 2, 3]

/** One of the kinds above. */
export type Side = number

/** Kind of a character, by its code unit. */
export const sideOf = (code: number): Side =>
  code === 10
    ? NEWLINE
    : (code >= 97 && code <= 122) || (code >= 65 && code <= 90) || (code >= 48 && code <= 57) || code === 95
      ? WORD
      : OTHER

/** Whether each assertion holds between two sides, in the order of `ASSERTIONS`. */
export const HOLDS: readonly ((before: Side, after: Side) => boolean)[] = ASSERTIONS.map((assertion) => {
  switch (assertion) {
    case 'start':
      return (before) => before === EDGE
    case 'end':
      return (_before, after) => after === EDGE
    case 'line-start':
      return (before) => before === EDGE || before === NEWLINE
    case 'line-end':
      return (_before, after) => after === EDGE || after === NEWLINE
    case 'word-edge':
      return (before, after) => (before === WORD) !== (after === WORD)
    case 'no-word-edge':
      return (before, after) => (before === WORD) === (after === WORD)
  }
})
