import { curlFor } from '../../state/curl'
import { download } from '../../state/download'
import { useIdentity } from '../../state/identity'
import { copyText, notifyError } from '../../state/notify'
import { orchctlLine } from '../../state/orchctl-line'
import type { IconName } from '../Icon'
import { pngOf } from './picture'
import { csvOf, markdownOf } from './table-text'
import type { Exportable } from './exportable'

interface ExportAction {
  readonly title: string
  readonly icon: IconName
  readonly run: () => void
}

/** Every export that is available for the given parts. */
export function useExportActions({ file, table, picture, request }: Exportable): readonly ExportAction[] {
  const { identity } = useIdentity()
  const draw = (finish: (svg: string) => void | Promise<void>) => () =>
    void Promise.resolve(picture?.() ?? '')
      .then(finish)
      .catch((error: unknown) => notifyError('The picture could not be drawn', error))
  return [
    ...(table
      ? ([
          { title: 'Copy as Markdown', icon: 'copy', run: () => void copyText(markdownOf(table()), 'Markdown') },
          { title: 'Download CSV', icon: 'download', run: () => download(`${file}.csv`, csvOf(table()), 'text/csv') },
          {
            title: 'Download Markdown',
            icon: 'download',
            run: () => download(`${file}.md`, markdownOf(table()), 'text/markdown'),
          },
        ] satisfies ExportAction[])
      : []),
    ...(picture
      ? ([
          {
            title: 'Download SVG',
            icon: 'download',
            run: draw((svg) => download(`${file}.svg`, svg, 'image/svg+xml')),
          },
          {
            title: 'Download PNG',
            icon: 'download',
            run: draw(async (svg) => download(`${file}.png`, await pngOf(svg), 'image/png')),
          },
        ] satisfies ExportAction[])
      : []),
    ...(request
      ? ([
          {
            title: 'Copy as curl',
            icon: 'console',
            run: () =>
              void copyText(curlFor(request.method, request.path, identity, request.headers, request.body), 'Command'),
          },
          {
            title: 'Copy as orchctl',
            icon: 'console',
            run: () => void copyText(orchctlLine(request, identity), 'Command'),
          },
        ] satisfies ExportAction[])
      : []),
  ]
}
