import { Fragment } from 'react'

/** A field path that wraps only between its steps. */
export function BreakablePath({ path }: { readonly path: string }) {
  return path.split(/(?=[.[/])/).map((part, i) => (
    <Fragment key={i}>
      {i > 0 && <wbr />}
      {part}
    </Fragment>
  ))
}
