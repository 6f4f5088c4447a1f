import type { Plugin } from 'vite'

/** A block in a class that only sets fields to values that have no effect. */
const BLOCK = /^(\s*)static \{\n((?:\s*this\.\w+ = (?:"[^"]*"|\d+|[\w.]+);\n)+)\s*\}$/gm

/** The same classes with fields instead of blocks: a bundler drops a class that nobody uses, but runs every block. */
export const withStaticFields = (code: string): string =>
  code.replace(BLOCK, (_, indent: string, body: string) => body.trimEnd().replace(/^\s*this\./gm, `${indent}static `))

/** Lets the build leave out what nobody uses of the certificate library, which is most of it. */
export function staticFields(): Plugin {
  return {
    name: 'static-fields',
    apply: 'build',
    transform: {
      filter: { id: /\/node_modules\/pkijs\/build\/index\.js$/ },
      handler: (code) => ({ code: withStaticFields(code), map: null }),
    },
  }
}
