import { Fragment } from 'react'

/** The path of a field. A line of it ends between its parts, not within a word. */
export function BreakablePath({ path }: { readonly path: string }) {
  return path.split(/(?=[.[/])/).map((part, i) => (
    <Fragment key={i}>
      {i > 0 && <wbr />}
      {part}
    </Fragment>
  ))
}
