import type { Flag } from './flags'

/** Flags that every command takes: where the cluster is and who asks. */
export const GLOBAL_FLAGS: readonly Flag[] = [
  { name: 'as', type: 'string', help: 'Impersonate this user (or service account) in the request' },
  { name: 'as-group', type: 'strings', help: 'Impersonate this group; may be given more than once' },
  { name: 'as-uid', type: 'string', help: 'Impersonate this user ID' },
  { name: 'cache-dir', type: 'string', help: 'Directory for cached discovery documents' },
  {
    name: 'certificate-authority',
    type: 'string',
    help: 'File with the certificates that the server must be issued by',
  },
  { name: 'client-certificate', type: 'string', help: 'File with a client certificate' },
  { name: 'client-key', type: 'string', help: 'File with the key of the client certificate' },
  { name: 'cluster', type: 'string', help: 'Cluster of the client configuration to use' },
  { name: 'context', type: 'string', help: 'Context of the client configuration to use' },
  { name: 'disable-compression', type: 'bool', default: 'false', help: 'Ask for answers without compression' },
  {
    name: 'insecure-skip-tls-verify',
    type: 'bool',
    default: 'false',
    help: "Don't check the server's certificate. This is insecure",
  },
  { name: 'kubeconfig', type: 'string', help: 'Client configuration file to use' },
  {
    name: 'log-flush-frequency',
    type: 'duration',
    default: '5s',
    help: 'No effect; accepted for compatibility',
    hidden: true,
  },
  {
    name: 'match-server-version',
    type: 'bool',
    default: 'false',
    help: "Require the server's version to match this client's",
  },
  { name: 'namespace', short: 'n', type: 'string', help: 'Namespace of the request' },
  { name: 'password', type: 'string', help: 'Password for basic authentication' },
  {
    name: 'request-timeout',
    type: 'string',
    default: '0',
    help: 'How long to wait for one request, such as 1s or 2m; 0 waits without limit',
  },
  { name: 'server', short: 's', type: 'string', help: 'Address of the API server' },
  { name: 'tls-server-name', type: 'string', help: "Name to expect in the server's certificate" },
  { name: 'token', type: 'string', help: 'Bearer token to send' },
  { name: 'user', type: 'string', help: 'User of the client configuration to use' },
  { name: 'username', type: 'string', help: 'Name for basic authentication' },
  { name: 'v', short: 'v', type: 'int', default: '0', help: 'How much to log; 6 and above shows each request' },
  {
    name: 'warnings-as-errors',
    type: 'bool',
    default: 'false',
    help: 'End with an error when the server sent warnings',
  },
]
