import { type ComponentType, createElement, lazy, useState } from 'react'

/**
 * A component whose code is loaded when it is first shown, or before by `preload`. Once loaded it renders at once: React holds back what
 * a `lazy` component shows for 300 ms after its first attempt, even if the code was there. `preload` rejects like the load itself.
 */
export function preloadable(load: () => Promise<ComponentType>): {
  readonly Component: ComponentType
  readonly preload: () => Promise<void>
} {
  let loaded: ComponentType | undefined
  const keep = async (): Promise<ComponentType> => (loaded ??= await load())
  const Later = lazy(async () => ({ default: await keep() }))
  // The choice is made once: changing it would mount the component again.
  const Component = () => createElement(useState(() => loaded ?? Later)[0])
  return { Component, preload: async () => void (await keep()) }
}
