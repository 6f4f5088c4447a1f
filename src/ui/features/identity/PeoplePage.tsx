import { Button } from '@mantine/core'
import { DEFAULT_AUTHORIZATION_MODE } from '../../../flags'
import { Icon } from '../../components/Icon'
import { notifyDone } from '../../state/notify'
import { ErrorMessage } from '../../components/States'
import { useSystemClient } from '../../state/connection'
import { useAction } from '../../state/use-action'
import { flagValue } from '../../state/argv'
import { useGo } from '../../state/place'
import { AccountsPart } from './AccountsPart'
import { useFlagControls } from './acting'
import { EXAMPLE_MODES, EXAMPLE_PEOPLE, exampleCompare, loadExample, peopleFlag } from './example'
import { IdentityFrame } from './IdentityFrame'
import { useKeyring } from '../../state/keyring'
import { PeopleFilePart } from './PeopleFilePart'
import { ProxyPart } from './ProxyPart'
import { WhoPart } from './WhoPart'

/** Everybody whom requests can speak for, and how they prove it. */
export function PeoplePage() {
  const client = useSystemClient()
  const go = useGo()
  const { argv, apply, busy, error } = useFlagControls()
  const { act, busy: loading } = useAction('Could not load the example')
  const modes = argv && (flagValue(argv, 'authorization-mode') ?? DEFAULT_AUTHORIZATION_MODE)
  const example = async (): Promise<void> => {
    await act(async () => {
      if (!(await apply({ 'token-auth-file': peopleFlag(argv ?? []), 'authorization-mode': EXAMPLE_MODES }))) return
      await loadExample(client)
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
      {modes?.split(',').includes('AlwaysAllow') && (
        <p className="o-note o-tone-changed" role="note">
          <Icon name="info" />
          <span className="o-grow">
            Every request is allowed (<code>--authorization-mode={modes}</code>), so your identity makes no difference
            to the result.
          </span>
          <Button
            size="compact-sm"
            variant="default"
            loading={busy}
            onClick={() => void apply({ 'authorization-mode': EXAMPLE_MODES })}
          >
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
