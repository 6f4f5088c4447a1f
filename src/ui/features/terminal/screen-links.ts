import type { ILink, Terminal } from '@xterm/xterm'
import type { Catalogue } from '../../../orchctl/core/catalogue'
import type { Identity } from '../../state/identity'
import type { Place } from '../../state/place'
import { type FoundLink, objectsIn, refusalIn, rowObject } from './found-links'
import type { Printed } from './prompt-session'

interface Known {
  readonly catalogue: () => Promise<Catalogue>
  readonly printed: readonly Printed[]
  readonly identity: () => Identity
  readonly go: (place: Place) => void
}

/** Makes screen text clickable: object names, table rows, and refusals, which lead to their explanation. */
export function linkScreen(screen: Terminal, { catalogue, printed, identity, go }: Known): void {
  screen.registerLinkProvider({
    provideLinks(y, found) {
      const line = screen.buffer.active.getLine(y - 1)?.translateToString(true) ?? ''
      const block = printed.findLast(({ marker }) => marker !== undefined && marker.line <= y - 1)
      const link = (start: number, end: number, { title, place }: FoundLink): ILink => ({
        range: { start: { x: start + 1, y }, end: { x: end, y } },
        text: title,
        activate: () => go(place),
      })
      const refused = refusalIn(line, identity())
      if (refused) {
        found([link(0, line.length, refused)])
        return
      }
      catalogue().then(
        (known) => {
          const objects = objectsIn(line, known, block?.namespace ?? 'default')
          const row = block?.type ? rowObject(line, known, block) : undefined
          found((objects.length > 0 || !row ? objects : [row]).map((one) => link(one.start, one.end, one.link)))
        },
        () => found(undefined),
      )
    },
  })
}
