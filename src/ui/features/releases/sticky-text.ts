import { useDrafts } from '../../state/drafts'

/** A text that survives reloads; `first` is shown until something is typed. */
export function useStickyText(id: string, first: string): [string, (text: string) => void] {
  const { drafts, keep } = useDrafts()
  const at = `releases.${id}`
  return [drafts[at]?.text ?? first, (text) => keep(at, text)]
}
