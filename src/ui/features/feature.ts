import type { ComponentType } from 'react'
import type { IconName } from '../components/Icon'
import type { Place } from '../state/place'
import type { PagePath } from '../state/routes'

/** A page of an area. */
export interface FeaturePage {
  /** The route, or the pattern for all views of a route. */
  readonly path: PagePath
  /** Loads the page when it is first opened. */
  readonly load: () => Promise<ComponentType>
}

/** A command of the palette. */
export interface Command {
  readonly id: string
  readonly title: string
  readonly hint?: string
  /** Title of its tab, shown in the palette. */
  readonly tab?: string
  /** Additional search words. */
  readonly words?: string
  readonly icon?: IconName
  /** The place that it opens, unless it runs a command. */
  readonly place?: Place
  readonly run?: () => void
}

/**
 * An area of the interface: a folder in features/, listed once in features/table.ts, which defines its rail entry,
 * routes, palette commands and `g` key.
 */
export interface Feature {
  readonly id: string
  readonly title: string
  readonly icon: IconName
  /** Second key after `g`. */
  readonly key: string
  readonly home: Place
  readonly pages: readonly FeaturePage[]
  /** A permanent second column beside the feature's pages. */
  readonly aside?: () => Promise<ComponentType>
  readonly commands?: readonly Command[]
  /** Other paths that belong to this feature in the rail. */
  readonly owns?: readonly PagePath[]
}
