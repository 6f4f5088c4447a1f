import tseslint from 'typescript-eslint'
import { importOrder } from './tools/import-order.mjs'

const COMPARES = 'BinaryExpression[operator=/^(<|>|<=|>=)$/]'
const EQUALS = 'BinaryExpression[operator=/^(===|!==)$/][right.name!="undefined"]'
const IDENTIFIERS =
  ':matches(Identifier[name=/^(release|minor)$/], MemberExpression[property.name=/^(release|minor)$/])'
const releaseRule = (selector) => ({
  selector,
  message: 'Releases are compared in src/api/releases only: add a row to the ledger and ask behaves(…) or existsAt(…).',
})
const COMPARISONS = [
  releaseRule(`${COMPARES} > ${IDENTIFIERS}`),
  releaseRule('VariableDeclarator > Identifier.id[name=/_(SINCE|UNTIL)(_RELEASE)?$/]'),
]

/** One way to style what is computed: measures() sets custom properties that classes read. */
const OWN_STYLE = {
  selector:
    'JSXAttribute[name.name="style"] > JSXExpressionContainer > :not(CallExpression[callee.name="measures"]):not(JSXEmptyExpression)',
  message:
    'A style that never changes belongs in a class (components/utilities.css or the CSS of the feature); a computed one is set by measures().',
}

/** The theme gives controls their size, so that they are alike on every page. */
const OWN_SIZE = {
  selector:
    'JSXOpeningElement[name.name=/^(Button|SegmentedControl|Switch|Checkbox|Radio|Select|Textarea|Autocomplete|.*Input|MultiSelect)$/] > JSXAttribute[name.name="size"][value.value!="compact-sm"]',
  message: 'Controls have the size of the theme; a button within a row or a panel head is "compact-sm".',
}

/** Playwright asks such a function once, and takes whatever its promise resolves to. */
const ASKED_ONCE = {
  selector: 'CallExpression[callee.property.name="waitForFunction"] > ArrowFunctionExpression[async=true]',
  message: 'waitForFunction does not wait for what a promise resolves to: use untilOnPage() of tools/until.mjs.',
}

export default tseslint.config(
  { ignores: ['dist', 'dist-lib', 'node_modules', 'src/api/generated', 'public', 'test-results', 'playwright-report'] },
  ...tseslint.configs.recommendedTypeChecked,
  {
    languageOptions: {
      parserOptions: {
        projectService: { allowDefaultProject: ['*.js', '*.cjs'] },
        tsconfigRootDir: import.meta.dirname,
      },
    },
    plugins: { orchard: { rules: { 'import-order': importOrder } } },
    rules: {
      'orchard/import-order': 'error',
      '@typescript-eslint/no-explicit-any': 'error',
      '@typescript-eslint/no-floating-promises': 'error',
      '@typescript-eslint/no-unused-vars': [
        'error',
        { argsIgnorePattern: '^_', varsIgnorePattern: '^_', ignoreRestSiblings: true },
      ],
      '@typescript-eslint/require-await': 'off',
      'no-restricted-globals': ['error', { name: 'event' }],
      'max-lines': ['warn', 500],
    },
  },
  {
    files: ['src/**/*.{ts,tsx}'],
    ignores: ['src/api/releases/**', 'src/api/releases.ts', '**/*.test.ts', 'src/ui/**'],
    rules: { 'no-restricted-syntax': ['error', ...COMPARISONS, releaseRule(`${EQUALS} > ${IDENTIFIERS}`)] },
  },
  {
    files: ['src/ui/**/*.{ts,tsx}'],
    ignores: ['**/*.test.*'],
    rules: {
      'no-restricted-syntax': ['error', ...COMPARISONS, OWN_STYLE, OWN_SIZE],
      'max-lines-per-function': ['error', { max: 80, skipBlankLines: true, skipComments: true }],
    },
  },
  {
    // A component is a function whose markup counts, too.
    files: ['src/ui/**/*.tsx'],
    ignores: ['**/*.test.*'],
    rules: { 'max-lines-per-function': ['error', { max: 120, skipBlankLines: true, skipComments: true }] },
  },
  { files: ['e2e/**', 'tools/**'], rules: { 'no-restricted-syntax': ['error', ASKED_ONCE] } },
  {
    files: ['tools/**', '*.js', '*.cjs'],
    ...tseslint.configs.disableTypeChecked,
    rules: { ...tseslint.configs.disableTypeChecked.rules, '@typescript-eslint/no-require-imports': 'off' },
  },
)
