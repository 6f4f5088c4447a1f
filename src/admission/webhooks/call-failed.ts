/** A webhook gave no usable response; its failure policy decides. */
export class CallFailed extends Error {
  override readonly name = 'CallFailed'
  constructor(webhook: string, why: string) {
    super(`failed calling webhook "${webhook}": ${why}`)
  }
}
