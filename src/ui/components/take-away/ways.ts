import { curlFor } from '../../state/curl'
import { download } from '../../state/download'
import { useIdentity } from '../../state/identity'
import { copyText, notifyError } from '../../state/notify'
import { orchctlLine } from '../../state/orchctl-line'
import type { IconName } from '../Icon'
import { pngOf } from './picture'
import { csvOf, markdownOf } from './table-text'
import type { Takeable } from './takeable'

interface Way {
  readonly title: string
  readonly icon: IconName
  readonly take: () => void
}

/** Every export that is available for the given parts. */
export function useWays({ file, table, picture, request }: Takeable): readonly Way[] {
  const { identity } = useIdentity()
  const draw = (finish: (svg: string) => void | Promise<void>) => () =>
    void Promise.resolve(picture?.() ?? '')
      .then(finish)
      .catch((error: unknown) => notifyError('The picture could not be drawn', error))
  return [
    ...(table
      ? ([
          { title: 'Copy as Markdown', icon: 'copy', take: () => void copyText(markdownOf(table()), 'Markdown') },
          { title: 'Download CSV', icon: 'download', take: () => download(`${file}.csv`, csvOf(table()), 'text/csv') },
          {
            title: 'Download Markdown',
            icon: 'download',
            take: () => download(`${file}.md`, markdownOf(table()), 'text/markdown'),
          },
        ] satisfies Way[])
      : []),
    ...(picture
      ? ([
          {
            title: 'Download SVG',
            icon: 'download',
            take: draw((svg) => download(`${file}.svg`, svg, 'image/svg+xml')),
          },
          {
            title: 'Download PNG',
            icon: 'download',
            take: draw(async (svg) => download(`${file}.png`, await pngOf(svg), 'image/png')),
          },
        ] satisfies Way[])
      : []),
    ...(request
      ? ([
          {
            title: 'Copy as curl',
            icon: 'console',
            take: () =>
              void copyText(curlFor(request.method, request.path, identity, request.headers, request.body), 'Command'),
          },
          {
            title: 'Copy as orchctl',
            icon: 'console',
            take: () => void copyText(orchctlLine(request, identity), 'Command'),
          },
        ] satisfies Way[])
      : []),
  ]
}
