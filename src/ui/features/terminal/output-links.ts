import type { FoundLink } from './found-links'
import type { PromptCommands, PromptHost } from './prompt-commands'

/** Number of links shown below a command's output. */
const MOST_LINKS = 6

type Catalogue = PromptCommands['catalogue']

/** Links from the last command's output to pages that explain it. */
export class OutputLinks {
  private links: readonly FoundLink[] = []

  constructor(
    private readonly host: PromptHost,
    private readonly catalogue: Catalogue,
  ) {}

  /** Replaces the links by those that `find` returns, and shows them. */
  async find(find: (catalogue: Catalogue) => Promise<readonly FoundLink[]>): Promise<void> {
    this.links = await find(this.catalogue)
    this.host.onLinks(this.links.slice(0, MOST_LINKS))
  }

  /** Opens a page: why a request was refused, or an object, by its name or the first one. False if there is no such link. */
  follow(what: 'why' | 'open', name: string | undefined): boolean {
    const start = what === 'why' ? 'Why ' : 'Open '
    const link = this.links.find(
      ({ title }) => title.startsWith(start) && (name === undefined || title === start + name),
    )
    if (link) this.host.go(link.place)
    return link !== undefined
  }
}
