import { ADMIN, NOBODY, useIdentities } from './identity'
import { useSetQuery } from './place'

/** Changes whom the page speaks for; the address carries it. */
export function useActAs(): (id: string) => void {
  const setQuery = useSetQuery()
  const used = useIdentities((state) => state.used)
  return (id) => {
    if (id !== ADMIN.id && id !== NOBODY.id) used(id)
    setQuery({ as: id === ADMIN.id ? undefined : id }, { push: true })
  }
}
