import { WithBreaks } from './WithBreaks'

/** A value that wraps before the parts of an image name or address (`/`, `:`, `@`) if it can, elsewhere only if it must. */
export const BreakableValue = ({ text }: { readonly text: string }) => (
  <code className="o-break">
    <WithBreaks parts={text.split(/(?=[/:@])/)} />
  </code>
)
