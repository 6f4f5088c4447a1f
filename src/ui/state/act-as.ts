import { ADMIN, NOBODY, useIdentities } from './identity'
import { useSetQuery } from './place'

/** Changes the identity that the page's requests use; the address carries it. */
export function useActAs(): (id: string) => void {
  const setQuery = useSetQuery()
  const used = useIdentities((state) => state.used)
  return (id) => {
    if (id !== ADMIN.id && id !== NOBODY.id) used(id)
    setQuery({ as: id === ADMIN.id ? undefined : id }, { push: true })
  }
}
