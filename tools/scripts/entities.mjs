// Writes src/decode/data/entity_names.txt: the named character references of HTML.
//
//   npm install --no-save character-entities@2.0.2
//   node tools/scripts/entities.mjs > src/decode/data/entity_names.txt
import { createRequire } from 'node:module';
import { pathToFileURL } from 'node:url';

const require = createRequire(pathToFileURL(`${process.cwd()}/`));
const { characterEntities } = await import(pathToFileURL(require.resolve('character-entities')).href);

// The first letter selects the section, so it is left out.
const sections = new Map();
for (const name of Object.keys(characterEntities).sort()) {
  // It would end its own line.
  if (characterEntities[name] === '\n') continue;
  const line = `${name.slice(1)} ${characterEntities[name]}\n`;
  sections.set(name[0], (sections.get(name[0]) ?? '') + line);
}
process.stdout.write([...sections.values()].join('\n'));
