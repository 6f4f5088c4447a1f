import { useQueryClient } from '@tanstack/react-query'
import type { Client } from '../../../client/client'
import { notifyDone } from '../../state/notify'
import { useFlags } from '../../queries/flags'
import { useActAs } from '../../state/act-as'
import { withFlags } from '../../state/argv'
import { useRestart } from '../../queries/use-restart'
import { type Credential, type StoredIdentity, useKeyring } from '../../state/keyring'
import { reviewToken } from './token-check'

/** Stores credentials and makes the page use them. */
export function useImpersonate(): (kept: StoredIdentity) => void {
  const actAs = useActAs()
  return (kept) => {
    useKeyring.getState().keep(kept)
    actAs(kept.id)
    notifyDone(`Acting as ${kept.name}`, 'All requests from this page now use this identity')
  }
}

/**
 * Credentials with a token, named as the server identifies its user, or by `fallback` if the server rejects the token.
 */
export async function keptOfToken(
  client: Client,
  token: string,
  fallback: string,
  note: string,
  credential: Credential = { type: 'token', token },
): Promise<StoredIdentity> {
  const { status } = await reviewToken(client, token)
  const user = status?.authenticated ? status.user : undefined
  const name = user?.username || fallback
  return { id: `token:${name}`, name, groups: user?.groups ?? [], note, credential }
}

/** The flags of the control plane, and a way to change them. */
export interface FlagControls {
  readonly argv: readonly string[] | undefined
  /** Restarts with these flags changed; resolves to false, after a notification, if the control plane refused. */
  readonly apply: (changes: Readonly<Record<string, string | readonly string[] | undefined>>) => Promise<boolean>
  readonly busy: boolean
  /** Why the last change was refused. */
  readonly error: unknown
  /** Why the flags are not known; they are asked for again. */
  readonly unread: unknown
}

/** The control plane's flags, with a function to change some of them. */
export function useFlagControls(): FlagControls {
  const asked = useFlags()
  const flags = asked.data
  const queries = useQueryClient()
  const { restart, busy, error } = useRestart()
  return {
    argv: flags?.argv,
    busy,
    error,
    unread: asked.error ?? undefined,
    async apply(changes) {
      if (!flags) return false
      const done = await restart(withFlags(flags.argv, changes))
      await queries.invalidateQueries({ queryKey: ['flags'] })
      return done
    },
  }
}
