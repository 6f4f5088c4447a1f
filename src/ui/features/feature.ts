import type { ComponentType } from 'react'
import type { IconName } from '../components/Icon'
import type { Place } from '../state/place'
import type { PagePath } from '../state/routes'

export interface FeaturePage {
  /** Its address in the table of routes, or that of all views of an address. */
  readonly path: PagePath
  /** Pages are loaded when they are first opened. */
  readonly load: () => Promise<ComponentType>
}

export interface Command {
  readonly id: string
  readonly title: string
  readonly hint?: string
  /** The tab of its area that it leads to; the palette names it. */
  readonly tab?: string
  /** More words to find it by. */
  readonly words?: string
  readonly icon?: IconName
  /** Where it leads, or what it does. */
  readonly place?: Place
  readonly run?: () => void
}

/**
 * One area of the interface: a folder under features/, named once in features/table.ts. The rail entry, the routes, the
 * palette's commands and the `g` key follow from it.
 */
export interface Feature {
  readonly id: string
  readonly title: string
  readonly icon: IconName
  /** Second key after `g`. */
  readonly key: string
  readonly home: Place
  readonly pages: readonly FeaturePage[]
  /** Standing second column beside the feature's pages. */
  readonly aside?: () => Promise<ComponentType>
  readonly commands?: readonly Command[]
  /** Extra paths that count as this feature in the rail. */
  readonly owns?: readonly PagePath[]
}
