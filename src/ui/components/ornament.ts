import { type ComponentType, lazy, type LazyExoticComponent } from 'react'

const nothing = (): null => null

/**
 * A part that a page can do without, loaded when it is first shown. When its file cannot be had, `instead` stands in its
 * place until the page is loaded again: what explains a word takes no page away.
 */
export const ornament = <Props extends object>(
  load: () => Promise<ComponentType<Props>>,
  instead: ComponentType<Props> = nothing,
): LazyExoticComponent<ComponentType<Props>> =>
  lazy(() =>
    load().then(
      (part) => ({ default: part }),
      () => ({ default: instead }),
    ),
  )
