/** A webhook that gave no answer that can be used; the failure policy decides what that means. */
export class CallFailed extends Error {
  override readonly name = 'CallFailed'
  constructor(webhook: string, why: string) {
    super(`failed calling webhook "${webhook}": ${why}`)
  }
}
