import { type ComponentType, lazy, type LazyExoticComponent } from 'react'

/** A view of a feature: a tab with its own address. */
export interface View<Id extends string = string> {
  /** Last part of the address. */
  readonly id: Id
  readonly tab: string
  readonly title: string
  readonly about: string
  readonly load: () => Promise<ComponentType>
}

/** The views' components by id, loaded when first opened. */
export const lazyViews = (views: readonly View[]): ReadonlyMap<string, LazyExoticComponent<ComponentType>> =>
  new Map(views.map(({ id, load }) => [id, lazy(() => load().then((component) => ({ default: component })))] as const))
