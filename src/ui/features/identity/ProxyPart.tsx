import { Button, TagsInput, TextInput } from '@mantine/core'
import { useState } from 'react'
import { notifyError } from '../../state/notify'
import { Verdict } from '../../components/Verdict'
import { useNow } from '../../state/clock'
import { flagValue } from '../../state/argv'
import { fromDataUrl, toDataUrl } from '../../state/data-url'
import { Panel } from '../../components/Panel'
import { useSessionDraft } from '../../state/session-draft'
import { useImpersonate, useFlagControls } from './acting'

const NAME = 'front-proxy'
const FLAGS = {
  'requestheader-username-headers': 'X-Remote-User',
  'requestheader-group-headers': 'X-Remote-Group',
  'requestheader-extra-headers-prefix': 'X-Remote-Extra-',
  'requestheader-allowed-names': NAME,
}

/**
 * A proxy that has authenticated its users passes them on in headers, which the server trusts because of the proxy's
 * certificate.
 */
export function ProxyPart() {
  const { argv, apply, busy } = useFlagControls()
  const be = useImpersonate()
  const now = useNow()
  const [proxy, setProxy] = useSessionDraft<{ ca: string; certificate: string; key: string }>('proxy', {
    ca: '',
    certificate: '',
    key: '',
  })
  const [user, setUser] = useSessionDraft('proxy-user', 'carol')
  const [groups, setGroups] = useSessionDraft<string[]>('proxy-groups', ['visitors'])
  const [making, setMaking] = useState(false)
  const trusted = fromDataUrl(flagValue(argv ?? [], 'requestheader-client-ca-file') ?? '')
  const ready = proxy.ca !== '' && trusted === proxy.ca
  const setUp = async (): Promise<void> => {
    setMaking(true)
    try {
      const { makeProxy } = await import('./proxy')
      const made = proxy.ca ? proxy : await makeProxy(crypto, NAME, now)
      setProxy(made)
      await apply({ ...FLAGS, 'requestheader-client-ca-file': toDataUrl(made.ca) })
    } catch (error) {
      notifyError('Could not set up the proxy', error)
    } finally {
      setMaking(false)
    }
  }
  return (
    <Panel
      title="Authenticating proxy"
      about={
        <>
          A proxy in front of the API server authenticates users and passes their names in headers such as{' '}
          <code>X-Remote-User</code>. The server accepts these headers only with a client certificate signed by the
          proxy’s CA.
        </>
      }
      actions={ready && <Verdict tone="allowed">trusted by the server</Verdict>}
    >
      <div className="o-panel-body">
        {!ready ? (
          <Button variant="default" loading={busy || making} disabled={!argv} onClick={() => void setUp()}>
            Create a proxy CA and certificate, and restart
          </Button>
        ) : (
          <form
            className="o-form"
            onSubmit={(event) => {
              event.preventDefault()
              if (!user.trim()) return
              be({
                id: `proxy:${user.trim()}`,
                name: user.trim(),
                groups,
                note: `From ${NAME} request headers`,
                credential: {
                  type: 'certificate',
                  certificate: proxy.certificate,
                  key: proxy.key,
                  headers: [
                    ['X-Remote-User', user.trim()],
                    ...groups.map((group) => ['X-Remote-Group', group] as const),
                  ],
                },
              })
            }}
          >
            <TextInput label="X-Remote-User" value={user} onChange={(e) => setUser(e.currentTarget.value)} />
            <TagsInput label="X-Remote-Group" value={groups} onChange={setGroups} />
            <div className="wide">
              <Button type="submit" disabled={!user.trim()}>
                Act as {user.trim() || 'this user'} through the proxy
              </Button>
            </div>
          </form>
        )}
      </div>
    </Panel>
  )
}
