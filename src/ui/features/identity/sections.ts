/** The identity pages. */
export const SECTIONS = [
  {
    to: '/identity',
    title: 'People',
    words: 'users service accounts static tokens proxy impersonate',
    about:
      'Act as any user: see how users, service accounts and proxies authenticate, and send the requests of this page as one of them.',
  },
  {
    to: '/identity/compare',
    title: 'Compare',
    words: 'two side by side',
    about: 'Send one request as two users and see the first difference: status, response and every stage.',
  },
  {
    to: '/identity/certificates',
    title: 'Certificates',
    words: 'csr signing request approve sign key pem workshop',
    about:
      'Create a key and a signing request, approve it, get the certificate and use it to authenticate. Every field is decoded.',
  },
  {
    to: '/identity/tokens',
    title: 'Tokens',
    words: 'jwt inspector claims expiry audience tokenreview',
    about:
      'Decode a token: its claims, validity by the cluster’s clock, audiences, signature, and what the API server says of it.',
  },
  {
    to: '/identity/provider',
    title: 'Identity provider',
    words: 'oidc openid connect login',
    about:
      'An OpenID Connect issuer that runs in this tab. Change its users and claims, log in, and see which claims the cluster uses.',
  },
  {
    to: '/identity/webhook',
    title: 'Token webhook',
    words: 'webhook tokenreview',
    about:
      'The webhook that the API server calls for tokens it cannot verify itself. Change its responses and see when they are cached.',
  },
  {
    to: '/identity/files',
    title: 'Client configs',
    words: 'kubeconfig orchconfig contexts exec plugin import export',
    about:
      'Import a client configuration (kubeconfig format), use its contexts and credentials here, and export one for a command-line client.',
  },
] as const

/** Path of a section of the area. */
export type SectionPath = (typeof SECTIONS)[number]['to']
