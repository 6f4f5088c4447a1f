import { Button } from '@mantine/core'
import { useState } from 'react'
import { Icon } from '../../components/Icon'
import { notifyDone, notifyTrouble } from '../../components/notify'
import { Trouble } from '../../components/States'
import { useSystemClient } from '../../state/connection'
import { flagValue } from '../../state/argv'
import { useGo } from '../../state/place'
import { AccountsPart } from './AccountsPart'
import { useFlagHand } from './acting'
import { EXAMPLE_MODES, EXAMPLE_PEOPLE, exampleCompare, loadExample, peopleFlag } from './example'
import { IdentityFrame } from './IdentityFrame'
import { useKeyring } from './keyring'
import { PeopleFilePart } from './PeopleFilePart'
import { ProxyPart } from './ProxyPart'
import { WhoPart } from './WhoPart'

/** Everybody whom requests can speak for, and how they prove it. */
export function PeoplePage() {
  const client = useSystemClient()
  const go = useGo()
  const { argv, apply, busy, error } = useFlagHand()
  const [loading, setLoading] = useState(false)
  const modes = argv && (flagValue(argv, 'authorization-mode') ?? 'AlwaysAllow')
  const example = async (): Promise<void> => {
    setLoading(true)
    try {
      if (!(await apply({ 'token-auth-file': peopleFlag(argv ?? []), 'authorization-mode': EXAMPLE_MODES }))) return
      await loadExample(client)
      for (const { token, name, groups } of EXAMPLE_PEOPLE)
        useKeyring
          .getState()
          .keep({ id: `token:${name}`, name, groups, note: 'Static token', credential: { type: 'token', token } })
      notifyDone('Alice and Bob are there', 'Alice may edit in default, Bob may only look')
      go(exampleCompare)
    } catch (failure) {
      notifyTrouble('The example could not be loaded', failure)
    } finally {
      setLoading(false)
    }
  }
  return (
    <IdentityFrame
      at="/identity"
      actions={
        <Button
          size="xs"
          variant="default"
          loading={loading || busy}
          disabled={!argv}
          leftSection={<Icon name="example" />}
          onClick={() => void example()}
        >
          Compare Alice and Bob
        </Button>
      }
    >
      {error !== undefined && (
        <Trouble error={error}>Nothing was changed: the control plane goes on with the flags that it had.</Trouble>
      )}
      {modes?.split(',').includes('AlwaysAllow') && (
        <p className="o-note o-tone-changed" role="note">
          <Icon name="info" />
          <span className="o-grow">
            Everything is allowed to everybody here (<code>--authorization-mode={modes}</code>): who you are shows, but
            makes no difference.
          </span>
          <Button
            size="compact-sm"
            variant="default"
            loading={busy}
            onClick={() => void apply({ 'authorization-mode': EXAMPLE_MODES })}
          >
            Let roles decide
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
