import { Button, Checkbox, Textarea, TextInput } from '@mantine/core'
import { Word } from '../../components/terms/Explained'
import { useQuery } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import { isObject } from '../../../machinery/json'
import { parseClientConfig } from '../../../machinery/client-config'
import { CopyButton } from '../../components/CopyButton'
import { Icon } from '../../components/Icon'
import { notifyDone } from '../../state/notify'
import { Empty, Loading, ErrorMessage } from '../../components/States'
import { Verdict } from '../../components/Verdict'
import { useActAs } from '../../state/act-as'
import { useSystemClient } from '../../state/connection'
import { useQueryState, useSetQuery } from '../../state/place'
import { maskedFile } from '../../state/client-user'
import { contextsOf, exportFile, type ImportedContext } from './client-files'
import { download } from '../../state/download'
import { IdentityFrame, Part } from './IdentityFrame'
import { credentialWord, useKeyring } from '../../state/keyring'
import { EXAMPLE_FILE } from './example-file'
import { PluginsPart } from './PluginsPart'
import { useSessionDraft } from '../../state/session-draft'

/** Client configuration files: in, out, and the plugins that they name. */
export function FilesPage() {
  const [text, setText, drop, drafted] = useSessionDraft<string>('client-file', '')
  return (
    <IdentityFrame
      at="/identity/files"
      actions={
        <Button variant="default" leftSection={<Icon name="example" />} onClick={() => setText(EXAMPLE_FILE)}>
          Load example with a credential plugin
        </Button>
      }
    >
      <ImportPart text={text} setText={setText} drop={drop} drafted={drafted} />
      <PluginsPart />
      <ExportPart />
    </IdentityFrame>
  )
}

function ImportPart({
  text,
  setText,
  drop,
  drafted,
}: {
  readonly text: string
  readonly setText: (text: string) => void
  readonly drop: () => void
  readonly drafted: boolean
}) {
  const file = useRef<HTMLInputElement>(null)
  const [shown, setShown] = useState(false)
  const contexts = useQuery({
    queryKey: ['client-file', hashOf(text)],
    enabled: text.trim() !== '',
    retry: false,
    queryFn: () => contextsOf(parseClientConfig(text)),
  })
  return (
    <Part
      title="Import a client configuration"
      about="Reads clusters, users and contexts (kubeconfig format). The user of each context becomes an identity that you can use here, always with this cluster. The file stays in this tab."
      actions={
        <>
          <Button
            size="compact-sm"
            variant="default"
            leftSection={<Icon name="upload" size={14} />}
            onClick={() => file.current?.click()}
          >
            Open file…
          </Button>
          <input
            ref={file}
            type="file"
            hidden
            aria-label="Client configuration file"
            accept=".yaml,.yml,.json,.conf,.config,*"
            onChange={(e) => {
              const chosen = e.currentTarget.files?.[0]
              e.currentTarget.value = ''
              void chosen?.text().then(setText)
            }}
          />
        </>
      }
    >
      <div className="o-panel-body o-stack">
        {drafted && !shown && text !== '' ? (
          <pre className="o-code o-high-16" tabIndex={0} aria-label="The file, secrets hidden">
            {maskedFile(text)}
          </pre>
        ) : (
          <Textarea
            aria-label="Content of the file"
            placeholder="Paste a client configuration (YAML or JSON)"
            autosize
            minRows={4}
            maxRows={16}
            spellCheck={false}
            autoComplete="off"
            value={text}
            onChange={(e) => {
              setShown(true)
              setText(e.currentTarget.value)
            }}
            classNames={{ input: 'o-mono' }}
          />
        )}
        {text !== '' && (
          <div className="o-row wrap">
            <Button size="compact-sm" variant="default" onClick={() => setShown(!shown)}>
              {shown ? 'Hide secrets' : 'Show secrets and edit'}
            </Button>
            <Button
              size="compact-sm"
              variant="default"
              onClick={() => {
                setShown(false)
                drop()
              }}
            >
              Close
            </Button>
          </div>
        )}
        {contexts.isError && <ErrorMessage error={contexts.error} />}
        {text.trim() !== '' && contexts.isPending && <Loading lines={3} />}
        {contexts.data && <Contexts contexts={contexts.data} />}
      </div>
    </Part>
  )
}

/** Stands for a text in the keys of queries. */
function hashOf(text: string): number {
  let hash = 2166136261
  for (let i = 0; i < text.length; i++) hash = Math.imul(hash ^ text.charCodeAt(i), 16777619)
  return hash >>> 0
}

function Contexts({ contexts }: { readonly contexts: readonly ImportedContext[] }) {
  const actAs = useActAs()
  const keep = (context: ImportedContext): void => {
    if (context.kept) useKeyring.getState().keep(context.kept)
  }
  const usable = contexts.filter(({ error }) => error === undefined)
  if (contexts.length === 0)
    return <Empty title="The file has no contexts">An identity needs a context. Add one to the file.</Empty>
  return (
    <>
      <div className="o-scroll-x">
        <table className="o-table">
          <thead>
            <tr>
              <th>
                <Word id="kubeconfig">Context</Word>
              </th>
              <th>User</th>
              <th>
                <Word id="credential">Credential</Word>
              </th>
              <th>Server</th>
              <th>
                <span className="o-hidden">Actions</span>
              </th>
            </tr>
          </thead>
          <tbody>
            {contexts.map((context) => (
              <tr key={context.name}>
                <td className="o-break">
                  {context.name} {context.current && <Verdict tone="allowed">current</Verdict>}
                </td>
                <td className="o-break">{context.user || '–'}</td>
                <td className="o-break">
                  {context.error !== undefined ? (
                    <>
                      <Verdict tone="refused">unusable</Verdict> {context.error}
                    </>
                  ) : (
                    <>
                      {context.kept ? credentialWord(context.kept.credential) : 'nothing'}
                      {context.id.startsWith('user:') && ', impersonates'}
                    </>
                  )}
                </td>
                <td className="o-mono o-dim o-break">{context.server}</td>
                <td className="acts">
                  <Button
                    size="compact-sm"
                    disabled={context.error !== undefined}
                    aria-label={`Act as the user of ${context.name}`}
                    onClick={() => {
                      keep(context)
                      actAs(context.id)
                    }}
                  >
                    Be
                  </Button>
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
      <div>
        <Button
          variant="default"
          disabled={usable.length === 0}
          onClick={() => {
            usable.forEach(keep)
            notifyDone(`${usable.length} contexts imported`, 'Select them in the identity menu')
          }}
        >
          Import all contexts
        </Button>
      </div>
    </>
  )
}

function ExportPart() {
  const client = useSystemClient()
  const kept = useKeyring((state) => state.kept)
  const wanted = useQueryState()['export']
  const setQuery = useSetQuery()
  const chosen = new Set((wanted ?? '').split(' ').filter(Boolean))
  const [server, setServer] = useSessionDraft('export-server', new URL('.', document.baseURI).href.replace(/\/$/, ''))
  const [shown, setShown] = useState(false)
  const ca = useQuery({
    queryKey: ['cluster-ca'],
    queryFn: async () => {
      const map = await client.get(
        { group: '', version: 'v1', resource: 'configmaps', namespace: 'default' },
        'orch-root-ca.crt',
      )
      const pem = isObject(map['data']) ? map['data']['ca.crt'] : undefined
      return typeof pem === 'string' ? pem : undefined
    },
  })
  const people = kept.filter(({ id }) => chosen.has(id))
  const text = people.length
    ? exportFile({ cluster: 'orchard', server, ...(ca.data !== undefined && { ca: ca.data }) }, people)
    : ''
  const choose = (id: string, on: boolean): void => {
    const next = new Set(chosen)
    if (on) next.add(id)
    else next.delete(id)
    setQuery({ export: [...next].join(' ') })
  }
  return (
    <Part
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
    </Part>
  )
}
