import { Button, Checkbox, TextInput } from '@mantine/core'
import { useState } from 'react'
import { CopyButton } from '../../components/CopyButton'
import { Icon } from '../../components/Icon'
import { Empty } from '../../components/States'
import { useClusterCa } from '../../queries/cluster-ca'
import { useQueryState, useSetQuery } from '../../state/place'
import { maskedFile } from '../../state/client-user'
import { download } from '../../state/download'
import { Panel } from '../../components/Panel'
import { credentialWord, useKeyring } from '../../state/keyring'
import { useSessionDraft } from '../../state/session-draft'
import { exportFile } from './client-files'

/** Exports a kubeconfig with this page's identities. */
export function ExportPart() {
  const kept = useKeyring((state) => state.kept)
  const wanted = useQueryState()['export']
  const setQuery = useSetQuery()
  const chosen = new Set((wanted ?? '').split(' ').filter(Boolean))
  const [server, setServer] = useSessionDraft('export-server', new URL('.', document.baseURI).href.replace(/\/$/, ''))
  const [shown, setShown] = useState(false)
  const ca = useClusterCa()
  const people = kept.filter(({ id }) => chosen.has(id))
  const text = people.length
    ? exportFile({ cluster: 'orchard', server, ...(ca.pem !== undefined && { ca: ca.pem }) }, people)
    : ''
  const choose = (id: string, on: boolean): void => {
    const next = new Set(chosen)
    if (on) next.add(id)
    else next.delete(id)
    setQuery({ export: [...next].join(' ') })
  }
  return (
    <Panel
      title="Export a client configuration"
      about="The file contains the keys and tokens of the identities you select, so keep it secret. A command-line client can use it with a headless server or through the relay."
    >
      {kept.length === 0 ? (
        <Empty title="No credentials to export" icon="identity">
          This tab has no credentials yet. Create a certificate, log in, request a token or import a file.
        </Empty>
      ) : (
        <div className="o-panel-body o-stack">
          <div className="o-row wrap" role="group" aria-label="Identities to export">
            {kept.map((one) => (
              <Checkbox
                key={one.id}
                label={`${one.name} (${credentialWord(one.credential).toLowerCase()})`}
                checked={chosen.has(one.id)}
                onChange={(e) => choose(one.id, e.currentTarget.checked)}
              />
            ))}
          </div>
          <TextInput
            label="Server address"
            value={server}
            onChange={(e) => setServer(e.currentTarget.value)}
            spellCheck={false}
          />
          {text && (
            <>
              <div className="o-row wrap">
                <Button
                  leftSection={<Icon name="download" size={14} />}
                  onClick={() => download('orchard.config.yaml', text, 'application/yaml')}
                >
                  Download with secrets
                </Button>
                <Button variant="default" aria-pressed={shown} onClick={() => setShown(!shown)}>
                  {shown ? 'Hide secrets' : 'Show secrets'}
                </Button>
                <CopyButton label="Copy with secrets" text={() => text} />
              </div>
              <pre className="o-code o-high-22" tabIndex={0} aria-label="The file">
                {shown ? text : maskedFile(text)}
              </pre>
            </>
          )}
        </div>
      )}
    </Panel>
  )
}
