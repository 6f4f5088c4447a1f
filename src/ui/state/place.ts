import { useNavigate, useParams, useSearch } from '@tanstack/react-router'
import { useCallback } from 'react'
import { allRoutes, type ParametersOf, type Route } from './routes'

/** An address in the interface. It holds all the state that determines what a page shows. */
export type Place = {
  [R in Route]: { readonly to: R; readonly search?: Search } & (keyof ParametersOf<R> extends never
    ? { readonly params?: undefined }
    : { readonly params: ParametersOf<R> })
}[Route]
/** Parameters of an address; undefined ones are left out. */
export type Search = Readonly<Record<string, string | undefined>>

const textOf = (value: unknown): string | undefined =>
  typeof value === 'string'
    ? value
    : typeof value === 'number' || typeof value === 'boolean'
      ? String(value)
      : undefined

/** The query parameters of the address, as text. */
export function useQueryState(): Search {
  const search: Record<string, unknown> = useSearch({ strict: false })
  return Object.fromEntries(Object.entries(search).map(([key, value]) => [key, textOf(value)]))
}

/** The decoded path parameters. */
export function usePathState(): Readonly<Record<string, string>> {
  const params: Record<string, string | undefined> = useParams({ strict: false })
  return Object.fromEntries(
    Object.entries(params).flatMap(([key, value]) => (value === undefined ? [] : [[key, value]])),
  )
}

/** Navigates to a place; keeps the identity in the address unless the place sets another. */
export function useGo(): (place: Place, options?: { replace?: boolean }) => void {
  const navigate = useNavigate()
  return useCallback(
    (place, options) => {
      void navigate({
        to: place.to,
        params: place.params ?? {},
        search: place.search ?? {},
        replace: options?.replace ?? false,
      })
    },
    [navigate],
  )
}

/** Changes some query parameters and keeps the rest; replaces the history entry unless `push` is set. */
export function useSetQuery(): (changes: Search, options?: { push?: boolean }) => void {
  const navigate = useNavigate()
  return useCallback(
    (changes, options) => {
      void navigate({
        to: '.',
        search: (old: Record<string, unknown>) => ({
          ...old,
          ...Object.fromEntries(Object.entries(changes).map(([k, v]) => [k, v || undefined])),
        }),
        replace: !options?.push,
      })
    },
    [navigate],
  )
}

const decoded = (part: string): string | undefined => {
  try {
    return decodeURIComponent(part)
  } catch {
    // A malformed percent-escape: nothing has this name.
    return undefined
  }
}

/** The place that a path leads to; undefined if there is no such page. */
export function placeOfPath(path: string): Place | undefined {
  const parts = path.split('/')
  for (const to of allRoutes()) {
    const pattern = to.split('/')
    if (pattern.length !== parts.length) continue
    if (!pattern.every((part, i) => part === parts[i] || (part.startsWith('$') && decoded(parts[i] ?? '')))) continue
    const named = pattern.flatMap((part, i) => (part.startsWith('$') ? [[part.slice(1), decoded(parts[i] ?? '')]] : []))
    return { to, params: Object.fromEntries(named) as Record<string, string> } as Place
  }
  return undefined
}

/** The core group has an empty name; addresses call it `core`. */
export const groupInPath = (group: string): string => group || 'core'
/** The API group of a path segment: `core` stands for the core group. */
export const groupFromPath = (group: string): string => (group === 'core' ? '' : group)

/** A resource in one version. */
export interface ResourceId {
  readonly group: string
  readonly version: string
  readonly resource: string
}

/** The list of a resource. */
export const listPlace = ({ group, version, resource }: ResourceId, search: Search = {}): Place => ({
  to: '/explore/$group/$version/$resource',
  params: { group: groupInPath(group), version, resource },
  search,
})

/** The page of an object. */
export const objectPlace = (
  { group, version, resource }: ResourceId,
  namespace: string | undefined,
  name: string,
  search: Search = {},
): Place => ({
  to: '/explore/$group/$version/$resource/$namespace/$name',
  params: { group: groupInPath(group), version, resource, namespace: namespace || '-', name },
  search,
})

/** The page that explains a kind, or one of its fields. */
export const explainPlace = ({ group, version, resource }: ResourceId, field?: string): Place => ({
  to: '/reference/$group/$version/$resource',
  params: { group: groupInPath(group), version, resource },
  search: { field },
})

/** The console with a request filled in. */
export const consolePlace = (method: string, path: string, body?: string, headers?: string): Place => ({
  to: '/console',
  search: { method, path, body, headers },
})
