import { Link } from '@tanstack/react-router'
import type { AnchorHTMLAttributes, ReactNode, Ref } from 'react'
import type { Place } from '../state/place'

/** Properties of a link to a place of the interface. */
export interface GoProps extends Omit<AnchorHTMLAttributes<HTMLAnchorElement>, 'href'> {
  readonly place: Place
  readonly children?: ReactNode
  readonly ref?: Ref<HTMLAnchorElement>
}

/** A link to a place in the interface. It is marked as current only on an exact match. */
export function Go({ place, ...rest }: GoProps) {
  return (
    <Link
      to={place.to}
      params={place.params ?? {}}
      search={place.search ?? {}}
      activeProps={{}}
      activeOptions={{ exact: true, includeSearch: true }}
      {...rest}
    />
  )
}
