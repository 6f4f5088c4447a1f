/** An error in a jq program, or in applying it to a value. */
export class JqMistake extends Error {
  override readonly name = 'JqMistake'
}
