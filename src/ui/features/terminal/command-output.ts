import type { Catalogue } from '../../../orchctl/core/catalogue'
import type { Identity } from '../../state/identity'
import { type FoundLink, objectsIn, refusalIn } from './found-links'

/** Output beyond this length is not searched for links. */
const SEARCHED = 40_000
/** Maximum number of lines announced to screen readers. */
const READ_OUT = 3

/** Collects what one command prints: whether it ends a line, where objects are named, and a summary for screen readers. */
export class CommandOutput {
  private text = ''
  private lastEnd = '\n'

  /** Records printed text, which must not be empty. */
  add(text: string): void {
    if (this.text.length < SEARCHED) this.text += text
    this.lastEnd = text.at(-1) ?? this.lastEnd
  }
  /** Records that a new line was started on the screen. */
  breakLine(): void {
    this.lastEnd = '\n'
  }
  /** Whether the next output starts on a new line. */
  get endsLine(): boolean {
    return this.lastEnd === '\n'
  }

  /** How the command ended, for screen readers; includes short output. */
  ending(code: number): string {
    const lines = this.text.split('\n').length - 1
    const ended = code === 0 ? 'Done' : `Ended with code ${code}`
    const printed = lines === 1 ? '1 line' : `${lines} lines`
    return `${ended}. ${printed} printed.${lines <= READ_OUT ? ` ${this.text}` : ''}`
  }

  /**
   * The distinct links in the output, reasons of refusals first. `catalogue` is called only if the output may name an object.
   */
  async links(identity: Identity, namespace: string, catalogue: () => Promise<Catalogue>): Promise<FoundLink[]> {
    const lines = this.text.split('\n')
    const refused = lines.flatMap((line) => refusalIn(line, identity) ?? [])
    const known = lines.some((line) => line.includes('/')) ? await catalogue().catch(() => undefined) : undefined
    const named = known ? lines.flatMap((line) => objectsIn(line, known, namespace).map(({ link }) => link)) : []
    return [...new Map([...refused, ...named].map((link) => [link.title, link])).values()]
  }
}
