import { Fragment } from 'react'

/** A value that wraps before the parts of an image name or address (`/`, `:`, `@`) if it can, elsewhere only if it must. */
export function BreakableValue({ text }: { readonly text: string }) {
  return (
    <code className="o-break">
      {text.split(/(?=[/:@])/).map((part, i) => (
        <Fragment key={i}>
          {i > 0 && <wbr />}
          {part}
        </Fragment>
      ))}
    </code>
  )
}
