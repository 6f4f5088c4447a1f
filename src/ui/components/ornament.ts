import { type ComponentType, lazy, type LazyExoticComponent } from 'react'

const nothing = (): null => null

/**
 * An optional part, loaded when first shown. If its file can't be loaded, `instead` replaces it until the page is
 * reloaded, so that a failed explanation does not break the page.
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
