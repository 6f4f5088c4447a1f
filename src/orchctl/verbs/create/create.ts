import { byText } from '../../../machinery/by-text'
import type { Command } from '../../core/command'
import { RECORD_FLAG } from '../../resources/record'
import { managerOf } from '../../core/words'
import { PRINT_FLAGS } from '../../print/printer'
import { FILE_FLAGS } from '../../resources/manifest-files'
import { LINE_ENDINGS_FLAG } from '../edit-session'
import { VALIDATE_FLAG } from '../../resources/validation'
import { DRY_RUN_FLAG } from '../../print/dry-run'
import { CONFIG_MAP } from './config'
import { generatorCommand } from './generator'
import { INGRESS, SERVICE_GENERATORS } from './network'
import { CLUSTER_ROLE, CLUSTER_ROLE_BINDING, ROLE, ROLE_BINDING } from './rbac'
import { CRON_JOB, DEPLOYMENT, JOB } from './workloads'
import { TOKEN } from './token'
import { createFromFiles } from './create-files'
import { GENERIC_SECRET, REGISTRY_SECRET, TLS_SECRET } from './secrets'
import { NAMESPACE, QUOTA, SERVICE_ACCOUNT } from './namespace'
import { DISRUPTION_BUDGET, PRIORITY_CLASS } from './disruption'

const SECRET: Command = {
  name: 'secret',
  short: 'Create a secret using a specified subcommand',
  long: 'Create a secret with specified type.\n\n A docker-registry type secret is for accessing a container registry.\n\n A generic type secret indicate an Opaque secret type.\n\n A tls type secret holds TLS certificate and its associated key.',
  commands: [REGISTRY_SECRET, GENERIC_SECRET, TLS_SECRET].map(generatorCommand),
}

const SERVICE: Command = {
  name: 'service',
  aliases: ['svc'],
  short: 'Create a service using a specified subcommand',
  commands: SERVICE_GENERATORS.map(generatorCommand).sort((a, b) => byText(a.name, b.name)),
}

/** The command `orchctl create` and the commands below it. */
export const CREATE: Command = {
  name: 'create',
  short: 'Create a resource from a file or from stdin',
  section: 'Basic Commands (Beginner)',
  long: 'Create a resource from a file or from stdin.\n\n JSON and YAML formats are accepted.',
  flags: [
    ...FILE_FLAGS,
    ...PRINT_FLAGS,
    DRY_RUN_FLAG,
    VALIDATE_FLAG,
    { name: 'edit', type: 'bool', default: 'false', help: 'Edit the objects before they are created' },
    {
      name: 'field-manager',
      type: 'string',
      default: managerOf('create'),
      help: 'Name under which the fields are owned',
    },
    LINE_ENDINGS_FLAG,
    { name: 'raw', type: 'string', help: 'Path to post the file to, as it is' },
    RECORD_FLAG,
    { name: 'save-config', type: 'bool', default: 'false', help: 'Remember the configuration for a later apply' },
    { name: 'selector', short: 'l', type: 'string', help: 'Labels of the objects of the files that are meant' },
  ],
  commands: [
    generatorCommand(CLUSTER_ROLE),
    generatorCommand(CLUSTER_ROLE_BINDING),
    generatorCommand(CONFIG_MAP),
    generatorCommand(CRON_JOB),
    generatorCommand(DEPLOYMENT),
    generatorCommand(INGRESS),
    generatorCommand(JOB),
    generatorCommand(NAMESPACE),
    generatorCommand(DISRUPTION_BUDGET),
    generatorCommand(PRIORITY_CLASS),
    generatorCommand(QUOTA),
    generatorCommand(ROLE),
    generatorCommand(ROLE_BINDING),
    SECRET,
    SERVICE,
    generatorCommand(SERVICE_ACCOUNT),
    TOKEN,
  ],
  run: createFromFiles,
}
