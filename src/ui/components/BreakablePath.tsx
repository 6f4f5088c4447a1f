import { WithBreaks } from './WithBreaks'

/** A field path that wraps only between its steps. */
export const BreakablePath = ({ path }: { readonly path: string }) => <WithBreaks parts={path.split(/(?=[.[/])/)} />
