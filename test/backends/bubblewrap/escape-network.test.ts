import { createSocket } from 'node:dgram';
import { once } from 'node:events';
import { chmodSync } from 'node:fs';
import { type AddressInfo, createServer, type ListenOptions } from 'node:net';
import { join } from 'node:path';
import { describe, expect, onTestFinished, test } from 'vitest';
import { lacksBubblewrap } from '../../support/bubblewrap.ts';
import {
  attempt,
  confinedCommands,
  hostFor,
  makesCall,
  makeWorld,
  planFor,
  worldsFor,
} from '../../support/escape.ts';

/** Answers to everybody, and knows how many have come. */
async function answering(where: ListenOptions) {
  let connections = 0;
  const server = createServer((socket) => {
    connections += 1;
    socket.on('error', () => {}).end('reached\n');
  }).listen(where);
  onTestFinished(() => void server.close());
  await once(server, 'listening');
  if (where.path?.startsWith('/')) chmodSync(where.path, 0o777);
  return { server, connections: () => connections };
}

/** Connects to a unix socket, and says what comes, or how it failed. */
const connects = (name: string) =>
  `perl -MSocket -e 'socket(S, AF_UNIX, SOCK_STREAM, 0); connect(S, pack_sockaddr_un(${name})) ? print <S> : print "$!\\n"'`;

describe.skipIf(lacksBubblewrap).each(confinedCommands)('a command $where', ({ user, isWarm, isWhole }) => {
  const host = hostFor({ user, isWarm, isWhole });
  const nextWorld = worldsFor({ user, isWarm });

  test.each([
    ['runtime/docker.sock', '"$RUNTIME/docker.sock"'],
    ['runtime/bus', '"$RUNTIME/bus"'],
    ['home/.docker/run/docker.sock', '"$HOME/.docker/run/docker.sock"'],
    ['home/.gnupg/S.gpg-agent', '"$HOME/.gnupg/S.gpg-agent"'],
    ['home/.ssh/agent', '"$HOME/.ssh/agent"'],
  ])('cannot connect to the socket %s', async (place, name) => {
    const world = makeWorld(user, { [`${place}.there`]: '' });
    const socket = join(world.root, place);
    const { connections } = await answering({ path: socket });
    const inWords = name.replace(/"\$(\w+)(.*)"/, '"$ENV{$1}$2"');
    expect(await host.run({ ...planFor(world, connects(inWords)), sandbox: null })).toMatchObject({
      output: 'reached\n',
    });
    const { output } = await host.run(planFor(world, connects(inWords)));
    expect(output).toBe('Permission denied\n');
    expect(connections()).toBe(1);
  });

  test('cannot connect to an abstract socket', async () => {
    const name = `handrail-test-${process.pid}-${user.id}`;
    const { connections } = await answering({ path: `\0${name}` });
    const world = makeWorld(user);
    // Some versions of Node fill the name up to the most that one can have.
    const filled = `"\\0${name}" . "\\0" x ${107 - name.length}`;
    const command = `${connects(`"\\0${name}"`)}; ${connects(filled)}`;
    const { output } = await host.run({ ...planFor(world, command), sandbox: null });
    expect(output).toContain('reached\n');
    const before = connections();
    expect(await attempt(host, world, planFor(world, command))).toBe(
      'Connection refused\nConnection refused\n',
    );
    expect(connections()).toBe(before);
  });

  test.each(['127.0.0.1', '::1'])('cannot connect to a server on %s', async (address) => {
    const { server, connections } = await answering({ host: address, port: 0 });
    const { port } = server.address() as AddressInfo; // what listens on a port has one
    const world = makeWorld(user);
    const command = `cat < /dev/tcp/${address}/${port}`;
    expect(await host.run({ ...planFor(world, command), sandbox: null })).toMatchObject({
      output: 'reached\n',
    });
    expect(await attempt(host, world, planFor(world, command))).toMatch(/Connection refused|Cannot assign/);
    expect(connections()).toBe(1);
  });

  test('cannot ask a server for names', async () => {
    let questions = 0;
    const server = createSocket('udp4', () => {
      questions += 1;
    }).bind(0, '127.0.0.1');
    onTestFinished(() => void server.close());
    await once(server, 'listening');
    const command = `echo question > /dev/udp/127.0.0.1/${server.address().port}; echo question > /dev/udp/192.0.2.1/53; getent hosts handrail.invalid; echo "status $?"`;
    const world = makeWorld(user);
    expect(await attempt(host, world, planFor(world, command))).toMatch(
      /Network is unreachable\n(.*\n)*status 2\n$/,
    );
    expect(questions).toBe(0);
  });

  test.each([
    ['raw packets', makesCall('socket', 2, 3, 1), /^Operation not permitted\n$/],
    ['packets of a device', makesCall('socket', 17, 3, 0), /^Address family not supported by protocol\n$/],
    ['virtual machines', makesCall('socket', 40, 1, 0), /^Address family not supported by protocol\n$/],
    [
      'the ciphers of the kernel',
      makesCall('socket', 38, 5, 0),
      /^Address family not supported by protocol\n$/,
    ],
    ['events of devices', makesCall('socket', 16, 3, 15), /^Protocol not supported\n$/],
    ['the rules of the firewall', makesCall('socket', 16, 3, 12), /^Protocol not supported\n$/],
  ])('gets no socket for %s', async (_what, command, words) => {
    const world = nextWorld();
    expect(await attempt(host, world, planFor(world, command))).toMatch(words);
  });

  test('cannot change its network', async () => {
    const world = makeWorld(user);
    const command = 'ip link add dum0 type dummy; ip link set lo down; ip addr add 192.0.2.1/24 dev lo';
    expect(await attempt(host, world, planFor(world, command))).toMatch(/(.*(not permitted|not found)\n){3}/);
  });
});
