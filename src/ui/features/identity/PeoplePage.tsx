import { Button } from '@mantine/core'
import { Icon } from '../../components/Icon'
import { notifyDone } from '../../state/notify'
import { ErrorMessage } from '../../components/States'
import { useSession, useSystemClient } from '../../state/connection'
import { useAction } from '../../state/use-action'
import { authorizersOf } from '../../state/authorizers'
import { useGo } from '../../state/place'
import { useKeyring } from '../../state/keyring'
import { AccountsPart } from './AccountsPart'
import { useFlagControls } from './acting'
import { EXAMPLE_MODES, EXAMPLE_PEOPLE, exampleCompare, loadExample, peopleFlag } from './example'
import { IdentityFrame } from './IdentityFrame'
import { PeopleFilePart } from './PeopleFilePart'
import { ProxyPart } from './ProxyPart'
import { WhoPart } from './WhoPart'

/** RBAC replaces any other authorizers; a server accepts either modes or a configuration file. */
const BY_ROLES = { 'authorization-mode': EXAMPLE_MODES, 'authorization-config': undefined }

/** Every identity that requests can use, with its credentials. */
export function PeoplePage() {
  const client = useSystemClient()
  const session = useSession()
  const go = useGo()
  const { argv, apply, busy, error } = useFlagControls()
  const { act, busy: loading } = useAction('Could not load the example')
  const authorizers = argv && authorizersOf(argv)
  const example = async (): Promise<void> => {
    await act(async () => {
      if (!(await apply({ 'token-auth-file': peopleFlag(argv ?? []), ...BY_ROLES }))) return
      await loadExample(client)
      // The default roles get their rules in the background: until then, alice could not do what the example shows.
      await session.control('rest', null)
      for (const { token, name, groups } of EXAMPLE_PEOPLE)
        useKeyring
          .getState()
          .keep({ id: `token:${name}`, name, groups, note: 'Static token', credential: { type: 'token', token } })
      notifyDone('Users alice and bob added', 'alice can edit in namespace default, bob can only view')
      go(exampleCompare)
    })
  }
  return (
    <IdentityFrame
      at="/identity"
      actions={
        <Button
          variant="default"
          loading={loading || busy}
          disabled={!argv}
          leftSection={<Icon name="example" />}
          onClick={() => void example()}
        >
          Compare alice and bob
        </Button>
      }
    >
      {error !== undefined && (
        <ErrorMessage error={error}>Nothing was changed. The API server keeps its current flags.</ErrorMessage>
      )}
      {authorizers?.modes.includes('AlwaysAllow') && (
        <p className="o-note o-tone-changed" role="note">
          <Icon name="info" />
          <span className="o-grow">
            Every request is allowed (<code>{authorizers.source}</code>), so your identity makes no difference to the
            result.
          </span>
          <Button size="compact-sm" variant="default" loading={busy} onClick={() => void apply(BY_ROLES)}>
            Turn on RBAC
          </Button>
        </p>
      )}
      <WhoPart />
      <PeopleFilePart />
      <AccountsPart />
      <ProxyPart />
    </IdentityFrame>
  )
}
