import { Button } from '@mantine/core'
import { Icon } from '../../components/Icon'
import { useSessionDraft } from '../../state/session-draft'
import { IdentityFrame } from './IdentityFrame'
import { EXAMPLE_FILE } from './example-file'
import { PluginsPart } from './PluginsPart'
import { ImportPart } from './ImportPart'
import { ExportPart } from './ExportPart'

/** Kubeconfig files: import, export, and their credential plugins. */
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
