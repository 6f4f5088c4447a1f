import { Button, PasswordInput } from '@mantine/core'
import { notifyError } from '../../state/notify'
import { useSystemClient } from '../../state/connection'
import { keptOfToken, useImpersonate } from './acting'

/** The token, with a button to act as its user. */
export function TokenBar({
  pasted,
  paste,
  token,
}: {
  readonly pasted: string
  readonly paste: (token: string) => void
  readonly token: string
}) {
  const client = useSystemClient()
  const be = useImpersonate()
  return (
    <div className="o-row wrap o-bottoms">
      <PasswordInput
        className="o-grow o-basis-22"
        label="Token"
        description="The value of the Authorization header. It is sent to this cluster only and is not saved."
        value={pasted}
        onChange={(e) => paste(e.currentTarget.value)}
        autoComplete="off"
        spellCheck={false}
        classNames={{ innerInput: 'o-mono' }}
      />
      <Button
        disabled={!token}
        onClick={() => {
          keptOfToken(client, token, 'somebody', 'From the token inspector').then(be, (error: unknown) =>
            notifyError('Could not review the token', error),
          )
        }}
      >
        Act as this user
      </Button>
    </div>
  )
}
