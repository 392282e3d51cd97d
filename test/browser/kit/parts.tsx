/** Gallery of the components that only display something, and of a part that loads data. */

import { useState } from "preact/hooks";
import { Avatar, AvatarStack } from "#web/people/avatar.tsx";
import { Button } from "#web/ui/controls/button.tsx";
import { Chip } from "#web/ui/controls/chip.tsx";
import { Checkbox } from "#web/ui/controls/choice.tsx";
import { Loaded } from "#web/ui/display/loaded.tsx";
import { EmptyState, ErrorNotice } from "#web/ui/display/notice.tsx";
import { ProgressRing } from "#web/ui/display/progress-ring.tsx";
import { RecordRow, RecordRows } from "#web/ui/display/record-row.tsx";
import { Skeletons } from "#web/ui/display/skeleton.tsx";
import { Card, Kbd, SectionHeader } from "#web/ui/display/surface.tsx";
import { Clock, Monitor, Repeat, Star } from "#web/ui/icons.ts";
import { people, row } from "./words.ts";

/** Shows avatars, tinted cards, rows and messages. */
export function Parts() {
  const [done, setDone] = useState(false);
  return (
    <>
      <Card>
        <SectionHeader title="People" count={8} actions={<AvatarStack people={people} />} />
        <div className="actions">
          {people.map((person) => (
            <Avatar key={person.id} person={person} size="l" />
          ))}
          {people.slice(0, 3).map((person, index) => (
            <Avatar key={person.id} person={person} size={(["xs", "s", "xl"] as const)[index] ?? "m"} />
          ))}
        </div>
      </Card>
      <div style={row}>
        {people.map((person) => (
          <Card key={person.id} tint color={person.color}>
            <strong>{person.name}</strong>
            <p className="small">
              <time>16:00</time> Swimming lesson
            </p>
          </Card>
        ))}
      </div>
      <Card>
        <SectionHeader title="Due today" icon={<Clock className="icon-l" />} count={2} />
        <Checkbox
          checked={done}
          onChange={setDone}
          label="Passport photos"
          hint={
            <span className="chips">
              <Chip tone="danger">Yesterday</Chip>
              <Chip color="sky">Ben</Chip>
              <Chip icon={<Repeat />}>Weekly</Chip>
            </span>
          }
        />
        <Checkbox checked onChange={() => {}} label="Water the plants" />
        <Checkbox checked={false} mixed size="l" onChange={() => {}} label="Some of them" />
      </Card>
      <Card>
        <SectionHeader title="Chores" icon={<Star className="icon-l" />} />
        <div className="actions">
          {people.slice(0, 4).map((person, index) => (
            <ProgressRing
              key={person.id}
              label={`${person.name}'s chores`}
              done={index}
              total={3}
              color={person.color}
              size="l"
            >
              {index}/3
            </ProgressRing>
          ))}
        </div>
      </Card>
      <Card>
        <EmptyState
          picture="🍲"
          title="No dinner planned yet"
          action={<Button variant="primary">Choose a recipe</Button>}
        >
          Tap a day to choose what you eat, or drag a recipe onto it.
        </EmptyState>
      </Card>
      <ErrorNotice title="The list could not be loaded" onRetry={() => {}}>
        Check that the server is running.
      </ErrorNotice>
      <Skeletons label="Loading" count={2} height="4rem" card />
      <Card>
        <SectionHeader title="Devices" count={2} />
        <RecordRows>
          <RecordRow
            picture={<Monitor />}
            title="Firefox on Linux"
            facts={["Seen 5 minutes ago"]}
            actions={<Chip tone="good">This device</Chip>}
          />
          <RecordRow
            picture={<Monitor />}
            title="Chrome on Android"
            facts={["Seen yesterday", false]}
            actions={<Button>Sign out</Button>}
          >
            <span className="small">The last change was refused.</span>
          </RecordRow>
          <RecordRow color="sky" title="School" facts={["12 events"]} actions={<Chip busy>Reads the calendar</Chip>} />
        </RecordRows>
      </Card>
      <p className="soft small">
        Press <Kbd>N</Kbd> for a new event.
      </p>
    </>
  );
}

/** Shows a part that loads data, with buttons that make the loading fail or succeed. */
export function LoadedParts() {
  const [read, setRead] = useState<{ data?: string; error: Error | null }>({ error: null });
  const refetch = () => setRead({ error: null });
  return (
    <Card className="skeletons">
      <div className="actions">
        <Button onClick={() => setRead({ error: new Error("Refused") })}>Fail</Button>
        <Button onClick={() => setRead({ data: "Milk", error: null })}>Arrive</Button>
        <Button onClick={() => setRead({ ...read, error: new Error("Refused") })}>Fail later</Button>
      </div>
      <Loaded read={{ data: read.data, error: read.error, refetch }} count={2} height="4rem" needsServer>
        {(text) => <p>Loaded: {text}</p>}
      </Loaded>
    </Card>
  );
}
