import { useQuery } from '@tanstack/react-query'
import { useSession, useSystemClient } from '../state/connection'

const AGAIN_MS = 3_000

/** The flags of the running control plane; requested again until it answers. */
export function useFlags() {
  const session = useSession()
  return useQuery({
    queryKey: ['flags'],
    queryFn: () => session.control('flags', null),
    staleTime: 60_000,
    refetchInterval: ({ state }) => (state.status === 'error' ? AGAIN_MS : false),
  })
}

/** Minor version of the release that the cluster serves; 0 until known. */
export const useMinorRelease = (): number => Number(/1\.(\d+)/.exec(useRelease() ?? '')?.[1] ?? 0)

/** The release that the server reports; undefined until it has answered. */
export function useRelease(): string | undefined {
  const client = useSystemClient()
  return useQuery({
    queryKey: ['version'],
    queryFn: () => client.json<{ gitVersion: string }>('GET', '/version'),
    staleTime: 60_000,
  }).data?.gitVersion
}
