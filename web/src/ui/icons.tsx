/**
 * Line icons on a grid of 24, one stroke weight, drawn for this product. They are beside words, never instead of them:
 * hidden from screen readers, so a control that shows one only needs an `aria-label`.
 */
type IconProps = { size?: number; className?: string }

/** `points`: to where one reads on or came from; it looks the other way in a language from right to left. */
function Icon({ size = 20, className, d, points = false }: IconProps & { d: string; points?: boolean }) {
  return (
    <svg
      aria-hidden="true"
      data-points={points || undefined}
      className={className ? `flex-none ${className}` : 'flex-none'}
      width={size}
      height={size}
      viewBox="0 0 24 24"
      fill="none"
      stroke="currentColor"
      strokeWidth="1.75"
      strokeLinecap="round"
      strokeLinejoin="round"
    >
      <path d={d} />
    </svg>
  )
}

export const AnalyserIcon = (props: IconProps) => (
  <Icon {...props} d="M4.5 6h15v12h-15zM7.5 9h5.5v4H7.5zM16 9.2h.01M16 12h.01M7.5 15.5h9M8 18v2M16 18v2" />
)
export const ArrowLeftIcon = (props: IconProps) => <Icon {...props} points d="M19 12H5m6-6-6 6 6 6" />
export const ArrowRightIcon = (props: IconProps) => <Icon {...props} points d="M5 12h14m-6-6 6 6-6 6" />
export const ArrowUpIcon = (props: IconProps) => <Icon {...props} d="M12 19V5m-6 6 6-6 6 6" />
export const BarsIcon = (props: IconProps) => <Icon {...props} d="M4.5 19.5h15M7 16v-5M12 16V5M17 16V8.5" />
export const BellIcon = (props: IconProps) => (
  <Icon {...props} d="M6 17h12l-1.4-2.2V11a4.6 4.6 0 0 0-9.2 0v3.8zM10.2 20a2 2 0 0 0 3.6 0M12 4.5v1.9" />
)
export const BookIcon = (props: IconProps) => (
  <Icon
    {...props}
    d="M5 5.5h5.5a1.5 1.5 0 0 1 1.5 1.5v12.5a1.5 1.5 0 0 0-1.5-1.5H5zM19 5.5h-5.5A1.5 1.5 0 0 0 12 7v12.5a1.5 1.5 0 0 1 1.5-1.5H19z"
  />
)
export const BoxIcon = (props: IconProps) => (
  <Icon {...props} d="M4 8l8-4 8 4v8l-8 4-8-4zM4 8l8 4 8-4M12 12v8" />
)
export const CalendarIcon = (props: IconProps) => (
  <Icon {...props} d="M5 6.5h14V20H5zM5 10.5h14M8.5 4v4M15.5 4v4" />
)
export const ChartIcon = (props: IconProps) => (
  <Icon {...props} d="M4.5 4.5v15h15M8 14.5l3.5-4 3 2.5 4.5-6M8 18h.01M14 18h.01" />
)
export const ChairIcon = (props: IconProps) => (
  <Icon {...props} d="M7 4.5v9h10M7 13.5v6M17 13.5v6M7 17h10M10.5 10h6.5v3.5" />
)
export const StethoscopeIcon = (props: IconProps) => (
  <Icon
    {...props}
    d="M6.5 4.5H5v4.2a4.5 4.5 0 0 0 9 0V4.5h-1.5M9.5 13.2v2.3a4 4 0 0 0 8 0v-2.7M17.5 12.8a1.9 1.9 0 1 0 0-3.8 1.9 1.9 0 0 0 0 3.8z"
  />
)
export const CoolBoxIcon = (props: IconProps) => (
  <Icon {...props} d="M4 9.5h16V19H4zM4 9.5 6 5h12l2 4.5M12 12v4.5M9.8 14.2h4.4" />
)
export const CheckIcon = (props: IconProps) => <Icon {...props} d="m5 12.5 4.5 4.5L19 7.5" />
export const ChevronDownIcon = (props: IconProps) => <Icon {...props} d="m6 9.5 6 6 6-6" />
export const ChevronLeftIcon = (props: IconProps) => <Icon {...props} points d="m14.5 6-6 6 6 6" />
export const ChevronRightIcon = (props: IconProps) => <Icon {...props} points d="m9.5 6 6 6-6 6" />
export const ClockIcon = (props: IconProps) => (
  <Icon {...props} d="M12 20a8 8 0 1 0 0-16 8 8 0 0 0 0 16zM12 7.5V12l3 2" />
)
export const ClipboardIcon = (props: IconProps) => (
  <Icon {...props} d="M8.5 5h-2v15h11V5h-2M9 3.5h6v3H9zM9.5 11h5M9.5 15h3" />
)
export const CloseIcon = (props: IconProps) => <Icon {...props} d="m6 6 12 12M18 6 6 18" />
export const DownloadIcon = (props: IconProps) => (
  <Icon {...props} d="M12 4.5v10.5m-4.5-4.5 4.5 4.5 4.5-4.5M5 19.5h14" />
)
export const EditIcon = (props: IconProps) => (
  <Icon {...props} d="M5 19h3.5L19 8.5 15.5 5 5 15.5zM13 7.5l3.5 3.5" />
)
/** Two systems that send to each other. */
export const ExchangeIcon = (props: IconProps) => (
  <Icon {...props} d="M4.5 9h14M15 5.5 18.5 9 15 12.5M19.5 15.5h-14M9 12l-3.5 3.5L9 19" />
)
export const EyeIcon = (props: IconProps) => (
  <Icon
    {...props}
    d="M3 12c2.4-4 5.4-6 9-6s6.6 2 9 6c-2.4 4-5.4 6-9 6s-6.6-2-9-6zM12 14.5a2.5 2.5 0 1 0 0-5 2.5 2.5 0 0 0 0 5z"
  />
)
export const EyeOffIcon = (props: IconProps) => (
  <Icon
    {...props}
    d="M4 4l16 16M10.5 6.15A9 9 0 0 1 12 6c3.6 0 6.6 2 9 6a18 18 0 0 1-2.5 3.2M6.5 7.9A16 16 0 0 0 3 12c2.4 4 5.4 6 9 6a9 9 0 0 0 4.2-1M9.9 10.5a2.5 2.5 0 0 0 3.6 3.5"
  />
)
export const OpenLockIcon = (props: IconProps) => (
  <Icon {...props} d="M6 11h12v8.5H6zM8.5 11V8a3.5 3.5 0 0 1 6.7-1.4M12 14.5v2" />
)
export const LockIcon = (props: IconProps) => (
  <Icon {...props} d="M6 11h12v8.5H6zM8.5 11V8a3.5 3.5 0 0 1 7 0v3M12 14.5v2" />
)
export const ForkIcon = (props: IconProps) => (
  <Icon {...props} d="M4.5 12H9l5-5.5h5.5M9 12l5 5.5h5.5M17 4l2.5 2.5L17 9M17 15l2.5 2.5L17 20" />
)
export const GridIcon = (props: IconProps) => (
  <Icon {...props} d="M4.5 5.5h15v13h-15zM4.5 9.5h15M9.5 9.5v9M14.5 9.5v9" />
)
export const HomeIcon = (props: IconProps) => (
  <Icon {...props} d="M4.5 11 12 4.5 19.5 11M6.5 9.5V19.5h11V9.5M10.5 19.5v-5h3v5" />
)
export const IdCardIcon = (props: IconProps) => (
  <Icon
    {...props}
    d="M4 6.5h16v12H4zM9 12.3a1.9 1.9 0 1 0 0-3.8 1.9 1.9 0 0 0 0 3.8zM6.3 16c.3-1.6 1.2-2.4 2.7-2.4s2.4.8 2.7 2.4M14.5 10.5h2.5M14.5 14h2.5"
  />
)
export const MegaphoneIcon = (props: IconProps) => (
  <Icon {...props} d="M4.5 10v4h3l9 4V6l-9 4zM7.5 14l1.5 5h2l-1.2-4M19.5 10.5v3" />
)
/** A public building. */
export const AuthorityIcon = (props: IconProps) => (
  <Icon
    {...props}
    d="M4.5 9.5 12 5l7.5 4.5zM6.5 9.5v7M10.2 9.5v7M13.8 9.5v7M17.5 9.5v7M4.5 19.5h15M5.5 16.5h13"
  />
)
export const InfoIcon = (props: IconProps) => (
  <Icon {...props} d="M12 20a8 8 0 1 0 0-16 8 8 0 0 0 0 16zM12 11.5V16M12 8h.01" />
)
export const ListIcon = (props: IconProps) => (
  <Icon {...props} d="M9 6.5h10.5M9 12h10.5M9 17.5h10.5M4.8 6.5h.01M4.8 12h.01M4.8 17.5h.01" />
)
export const LogOutIcon = (props: IconProps) => (
  <Icon {...props} d="M13.5 4.5h-8v15h8M10.5 12h9.5m-3.5-3.5L20 12l-3.5 3.5" />
)
export const MailIcon = (props: IconProps) => <Icon {...props} d="M4 6.5h16v11H4zM4.5 7l7.5 6 7.5-6" />
export const MapPinIcon = (props: IconProps) => (
  <Icon
    {...props}
    d="M12 20.5c4-4.3 6-7.5 6-10a6 6 0 0 0-12 0c0 2.5 2 5.7 6 10zM12 12.5a2 2 0 1 0 0-4 2 2 0 0 0 0 4z"
  />
)
export const MenuIcon = (props: IconProps) => <Icon {...props} d="M4 7h16M4 12h16M4 17h16" />
export const MicroscopeIcon = (props: IconProps) => (
  <Icon {...props} d="M9.5 4.5H13v8H9.5zM11.2 12.5V15M13 7.5a5.8 5.8 0 0 1 2.5 10.2M5.5 19.5h13M8 16.5h6.5" />
)
export const PlateIcon = (props: IconProps) => (
  <Icon
    {...props}
    d="M20 12a8 8 0 1 1-16 0 8 8 0 0 1 16 0zM9 9.5h.01M13.5 8.8h.01M15.5 12.5h.01M11.5 13h.01M8.5 14.5h.01M13 16h.01"
  />
)
export const PaperIcon = (props: IconProps) => (
  <Icon {...props} d="M6 3.5h8l4 4V20.5H6zM14 3.5v4h4M9 12h6M9 15h6M9 18h3" />
)
export const PhoneIcon = (props: IconProps) => (
  <Icon {...props} d="M8.8 4.5H5.5c-.5 8 6 14.5 14 14v-3.3l-3.8-1.5-1.7 1.8a11 11 0 0 1-5.5-5.5l1.8-1.7z" />
)
export const PlanIcon = (props: IconProps) => (
  <Icon {...props} d="M4.5 5h15v14h-15zM4.5 12H11M11 5v3.5M15 19v-7h4.5" />
)
export const PlugIcon = (props: IconProps) => (
  <Icon {...props} d="M9 3.5v5M15 3.5v5M6.5 8.5h11v3a5.5 5.5 0 0 1-11 0zM12 17v3.5" />
)
export const PlusIcon = (props: IconProps) => <Icon {...props} d="M12 5v14M5 12h14" />
export const SoundOffIcon = (props: IconProps) => (
  <Icon {...props} d="M4.5 9.5v5H8l4.5 3.5V6L8 9.5zM16 9.7l4.5 4.6m0-4.6L16 14.3" />
)
export const SoundOnIcon = (props: IconProps) => (
  <Icon {...props} d="M4.5 9.5v5H8l4.5 3.5V6L8 9.5zM15.5 9.3a4 4 0 0 1 0 5.4M18 7a7.5 7.5 0 0 1 0 10" />
)
export const ThermometerIcon = (props: IconProps) => (
  <Icon {...props} d="M10 13.5V6a2 2 0 0 1 4 0v7.5a4 4 0 1 1-4 0zM12 10v6.5" />
)
export const TicketIcon = (props: IconProps) => (
  <Icon
    {...props}
    d="M4 7h16v3.2a1.8 1.8 0 0 0 0 3.6V17H4v-3.2a1.8 1.8 0 0 0 0-3.6zM14 7v2M14 11v2M14 15v2"
  />
)
export const TillIcon = (props: IconProps) => (
  <Icon {...props} d="M4 12h16v7.5H4zM6.5 12l1.2-7.5h8.6l1.2 7.5M9 16h6M10 8h4" />
)
export const TagIcon = (props: IconProps) => <Icon {...props} d="M4.5 4.5h7l8 8-7 7-8-8zM8.5 8.5h.01" />
export const CoinsIcon = (props: IconProps) => (
  <Icon
    {...props}
    d="M4.5 7c0-1.4 2.5-2.5 5.5-2.5s5.5 1.1 5.5 2.5-2.5 2.5-5.5 2.5S4.5 8.4 4.5 7zM4.5 7v5c0 1.4 2.5 2.5 5.5 2.5M15.5 7v2M8.5 17c0-1.4 2.5-2.5 5.5-2.5s5.5 1.1 5.5 2.5-2.5 2.5-5.5 2.5-5.5-1.1-5.5-2.5zM8.5 12v5M19.5 12v5M14 9.5c3 0 5.5 1.1 5.5 2.5s-2.5 2.5-5.5 2.5"
  />
)
export const PrinterIcon = (props: IconProps) => (
  <Icon {...props} d="M7.5 9V4h9v5M7.5 17H4.5V9h15v8h-3M7.5 14h9v6h-9z" />
)
export const RackIcon = (props: IconProps) => (
  <Icon
    {...props}
    d="M4.5 4.5h15v15h-15zM8.2 8.2h.01M12 8.2h.01M15.8 8.2h.01M8.2 12h.01M12 12h.01M15.8 12h.01M8.2 15.8h.01M12 15.8h.01M15.8 15.8h.01"
  />
)
export const ReferIcon = (props: IconProps) => (
  <Icon
    {...props}
    d="M4.5 4.5h6M6 4.5v12a2.2 2.2 0 0 0 4.4 0V4.5M6 11h4.4M14 8.5h6M17.2 5.7 20 8.5l-2.8 2.8"
  />
)
export const SearchIcon = (props: IconProps) => (
  <Icon {...props} d="M11 17.5a6.5 6.5 0 1 0 0-13 6.5 6.5 0 0 0 0 13zM15.8 15.8 20 20" />
)
export const SendIcon = (props: IconProps) => (
  <Icon {...props} d="M20 4.5 4 11l6.2 2.8L13 20zM10.2 13.8 14 10.2" />
)
export const SlidersIcon = (props: IconProps) => (
  <Icon {...props} d="M4.5 8h8m4 0h3M4.5 16h3m4 0h8M14.5 6v4M9.5 14v4" />
)
export const TrashIcon = (props: IconProps) => (
  <Icon {...props} d="M5 7.5h14M9.5 7V4.5h5V7M7 7.5l.8 12h8.4l.8-12M10.5 11v5M13.5 11v5" />
)
export const TubeIcon = (props: IconProps) => (
  <Icon {...props} d="M7.5 4.5h9M9 4.5V17a3 3 0 0 0 6 0V4.5M9 11.5h6" />
)
export const UserIcon = (props: IconProps) => (
  <Icon
    {...props}
    d="M12 11.5a3.7 3.7 0 1 0 0-7.4 3.7 3.7 0 0 0 0 7.4zM4.8 20c.6-3.6 3.3-5.5 7.2-5.5s6.6 1.9 7.2 5.5"
  />
)
export const UsersIcon = (props: IconProps) => (
  <Icon
    {...props}
    d="M9 11a3.3 3.3 0 1 0 0-6.6A3.3 3.3 0 0 0 9 11zM3 19.5c.5-3.3 2.7-5 6-5s5.5 1.7 6 5M15.5 4.7a3.3 3.3 0 0 1 0 6M17.5 14.9c2 .7 3.2 2.2 3.5 4.6"
  />
)
export const WarningIcon = (props: IconProps) => (
  <Icon {...props} d="M12 4.5 3.5 19.5h17zM12 10v4.5M12 17h.01" />
)
