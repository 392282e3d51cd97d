import { Component, type ComponentChildren, type ErrorInfo } from "preact";
import { Suspense } from "preact/compat";
import { useText } from "#web/i18n/catalogue.ts";
import { currentText } from "#web/page/text.ts";
import { ErrorNotice } from "#web/ui/display/notice.tsx";
import { Outline } from "#web/ui/display/skeleton.tsx";

type Props = { readonly children: ComponentChildren };

export class ScreenBoundary extends Component<Props, { failed: boolean }> {
  override state = { failed: false };

  static override getDerivedStateFromError() {
    return { failed: true };
  }

  override componentDidCatch(error: Error, { componentStack }: ErrorInfo): void {
    console.error(error, componentStack);
  }

  override render() {
    if (!this.state.failed) return <Suspense fallback={<ScreenOutline />}>{this.props.children}</Suspense>;
    const { common } = currentText();
    return (
      <ErrorNotice title={common.crashed} onRetry={() => this.setState({ failed: false })}>
        {common.crashedHint}
      </ErrorNotice>
    );
  }
}

export function ScreenOutline() {
  const { common } = useText();
  return <Outline label={common.loading} count={4} height="6rem" card />;
}
