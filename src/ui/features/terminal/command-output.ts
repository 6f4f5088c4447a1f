import type { Catalogue } from '../../../orchctl/core/catalogue'
import type { Identity } from '../../state/identity'
import { type FoundLink, objectsIn, refusalIn } from './found-links'

/** More than this is not searched for links. */
const SEARCHED = 40_000
/** So many lines are read out. */
const READ_OUT = 3

/** What one command has printed. */
export class CommandOutput {
  private text = ''
  private lastEnd = '\n'

  /** Notes a text that was printed; it is not empty. */
  add(text: string): void {
    if (this.text.length < SEARCHED) this.text += text
    this.lastEnd = text.at(-1) ?? this.lastEnd
  }
  /** Notes that a new line was begun on the screen. */
  breakLine(): void {
    this.lastEnd = '\n'
  }
  /** Whether what comes next stands on a line of its own. */
  get endsLine(): boolean {
    return this.lastEnd === '\n'
  }

  /** How the command has ended, for those who hear the page: a short output is read out. */
  ending(code: number): string {
    const lines = this.text.split('\n').length - 1
    const ended = code === 0 ? 'Done' : `Ended with code ${code}`
    const printed = lines === 1 ? '1 line' : `${lines} lines`
    return `${ended}. ${printed} printed.${lines <= READ_OUT ? ` ${this.text}` : ''}`
  }

  /** What the output leads to, each once: reasons of refusals first. `catalogue` is asked only where an object may be named. */
  async links(identity: Identity, namespace: string, catalogue: () => Promise<Catalogue>): Promise<FoundLink[]> {
    const lines = this.text.split('\n')
    const refused = lines.flatMap((line) => refusalIn(line, identity) ?? [])
    const known = lines.some((line) => line.includes('/')) ? await catalogue().catch(() => undefined) : undefined
    const named = known ? lines.flatMap((line) => objectsIn(line, known, namespace).map(({ link }) => link)) : []
    return [...new Map([...refused, ...named].map((link) => [link.title, link])).values()]
  }
}
