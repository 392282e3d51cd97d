/** Keeps what goes wrong on one screen to that screen, and shows its outline while it is fetched. */
import { Component, type ErrorInfo, type ReactNode, Suspense } from "react";
import { currentText, useText } from "./text/catalogue.ts";
import { ErrorNotice } from "./ui/notice.tsx";
import { Skeletons } from "./ui/skeleton.tsx";

type Props = { readonly children: ReactNode };

/** Around every screen. */
export class ScreenBoundary extends Component<Props, { failed: boolean }> {
  override state = { failed: false };

  static getDerivedStateFromError() {
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

/** The outline of any screen. */
export function ScreenOutline() {
  const { common } = useText();
  return <Skeletons label={common.loading} count={4} height="6rem" card />;
}
